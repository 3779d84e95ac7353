import type { IncomingMessage, ServerResponse } from 'node:http';
import { endWith } from './body.ts';
import {
  contentOf,
  type EncodedAnswer,
  type Form,
  formOf,
  validatorsOf,
} from './encoded-answer.ts';
import { type HeaderList, passingText } from './headers.ts';
import { chooseEncoding, isNotModified } from './negotiate.ts';
import { canSendPrepared, sendPrepared } from './prepared-head.ts';

/**
 * Sends an answer as a 200, or as a 304 to who holds it already, in the form that the client takes
 * best. A form that is there is sent before this returns.
 *
 * @param more - What this sending says beside the answer's own headers, e.g. its `Age`.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  sending: { readonly answer: EncodedAnswer; readonly more: HeaderList },
): void | Promise<void> {
  const { answer, more } = sending;
  const form = formOf(answer, chooseEncoding(request.headers['accept-encoding'], answer.length));
  if (!(form instanceof Promise)) return sendForm({ request, response, answer, form, more });
  return form.then((made) => sendForm({ request, response, answer, form: made, more }));
}

function sendForm(sending: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: EncodedAnswer;
  readonly form: Form;
  readonly more: HeaderList;
}): void {
  const { request, response, answer, form, more } = sending;
  if (response.destroyed) return;
  const { headers } = answer;
  const isHeld = isNotModified(request.headers['if-none-match'], form.etag);
  const body = isHeld || request.method === 'HEAD' ? null : form.body;
  if (canSendPrepared(response)) {
    const line = isHeld ? 'HTTP/1.1 304 Not Modified\r\n' : 'HTTP/1.1 200 OK\r\n';
    const own = isHeld ? passingText(validatorsOf(headers, form.etag)) : form.lines;
    response.statusCode = isHeld ? 304 : 200;
    const head = line + headers.shared.text + own + passingText(more);
    sendPrepared(response, { head, body });
    return;
  }
  const content = isHeld ? [] : contentOf(headers, form);
  const own = [...validatorsOf(headers, form.etag), ...content];
  response.writeHead(isHeld ? 304 : 200, [...headers.shared.list, ...own, ...more]);
  if (body === null) response.end();
  else endWith(response, body);
}
