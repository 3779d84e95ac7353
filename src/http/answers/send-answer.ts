import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked } from '../asked.ts';
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
import { canSendPrepared, type Prepared, sendPrepared } from './prepared-head.ts';

/** An answer, and what this sending of it says beside its own headers, e.g. its `Age`. */
export type Sending = { readonly answer: EncodedAnswer; readonly more: HeaderList };

/**
 * Sends an answer as a 200, or as a 304 to who holds it already, in the form that the client takes
 * best. A form that is there is sent before this returns.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  sending: Sending,
): void | Promise<void> {
  const form = bestForm(request, sending.answer);
  if (!(form instanceof Promise)) return sendForm({ request, response, form, ...sending });
  return form.then((made) => sendForm({ request, response, form: made, ...sending }));
}

/** The form of an answer that a client takes best; a promise while it is being made. */
export function bestForm({ headers }: Asked, answer: EncodedAnswer): Form | Promise<Form> {
  return formOf(answer, chooseEncoding(headers['accept-encoding'], answer.length));
}

/** An answer in one form, ready for a connection that goes on. */
export function prepare(
  { method, headers }: Asked,
  { answer, form, more }: Sending & { readonly form: Form },
): Prepared & { readonly status: 200 | 304 } {
  const isHeld = isNotModified(headers['if-none-match'], form.etag);
  const line = isHeld ? 'HTTP/1.1 304 Not Modified\r\n' : 'HTTP/1.1 200 OK\r\n';
  const own = isHeld ? passingText(validatorsOf(answer.headers, form.etag)) : form.lines;
  return {
    status: isHeld ? 304 : 200,
    head: line + answer.headers.shared.text + own + passingText(more),
    body: isHeld || method === 'HEAD' ? null : form.body,
  };
}

function sendForm(
  sending: Sending & {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly form: Form;
  },
): void {
  const { request, response, answer, form, more } = sending;
  if (response.destroyed) return;
  if (canSendPrepared(response)) {
    const prepared = prepare(request, sending);
    response.statusCode = prepared.status;
    sendPrepared(response, prepared);
    return;
  }
  const { headers } = answer;
  const isHeld = isNotModified(request.headers['if-none-match'], form.etag);
  const content = isHeld ? [] : contentOf(headers, form);
  const own = [...validatorsOf(headers, form.etag), ...content];
  response.writeHead(isHeld ? 304 : 200, [...headers.shared.list, ...own, ...more]);
  if (isHeld || request.method === 'HEAD') response.end();
  else endWith(response, form.body);
}
