import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked } from '../asked.ts';
import {
  contentOf,
  type EncodedAnswer,
  type Form,
  formOf,
  validatorsOf,
} from './encoded-answer.ts';
import { type HeaderList, passingText } from './headers.ts';
import { chooseEncoding, isNotModified } from './negotiate.ts';
import {
  canSendPrepared,
  endHeld,
  type Prepared,
  type ResponseRoom,
  sendPrepared,
} from './prepared-head.ts';

/** An answer, and what this sending of it says beside its own headers, e.g. its `Age`. */
export type Sending = { readonly answer: EncodedAnswer; readonly more: HeaderList };

/**
 * Sends an answer as a 200, or as a 304 to who holds it already, in the form that the client takes
 * best. A form that is there is sent before this returns.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  sending: Sending & { readonly roomFor?: (form: Form) => ResponseRoom | undefined },
): void | Promise<void> {
  const { roomFor } = sending;
  const send = (form: Form) =>
    sendForm({ request, response, form, room: roomFor?.(form), ...sending });
  const form = bestForm(request, sending.answer);
  return form instanceof Promise ? form.then(send) : send(form);
}

/** The form that is sent, and the room for it when it is large. */
type FormSending = { readonly form: Form; readonly room?: ResponseRoom | undefined };

/** The form of an answer that a client takes best; a promise while it is being made. */
export function bestForm({ headers }: Asked, answer: EncodedAnswer): Form | Promise<Form> {
  return formOf(answer, chooseEncoding(headers['accept-encoding'], answer.length));
}

/** An answer in one form, ready for a connection that goes on. */
export function prepare(
  { method, headers }: Asked,
  { answer, form, room, more }: Sending & FormSending,
): Prepared & { readonly status: 200 | 304 } {
  const isHeld = isNotModified(headers['if-none-match'], form.etag);
  const line = isHeld ? 'HTTP/1.1 304 Not Modified\r\n' : 'HTTP/1.1 200 OK\r\n';
  const own = isHeld ? passingText(validatorsOf(answer.headers, form.etag)) : form.lines;
  const body = isHeld || method === 'HEAD' ? null : form.body;
  if (body !== null) room?.admit();
  return {
    status: isHeld ? 304 : 200,
    head: line + answer.headers.shared.text + own + passingText(more),
    body,
    room,
  };
}

function sendForm(
  sending: Sending &
    FormSending & {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
    },
): void {
  const { request, response, answer, form, room, more } = sending;
  if (response.destroyed) return;
  if (canSendPrepared(response)) {
    const prepared = prepare(request, sending);
    response.statusCode = prepared.status;
    sendPrepared(response, prepared);
    return;
  }
  const { headers } = answer;
  const isHeld = isNotModified(request.headers['if-none-match'], form.etag);
  const hasBody = !isHeld && request.method !== 'HEAD';
  if (hasBody) room?.admit();
  const content = isHeld ? [] : contentOf(headers, form);
  const own = [...validatorsOf(headers, form.etag), ...content];
  response.writeHead(isHeld ? 304 : 200, [...headers.shared.list, ...own, ...more]);
  if (hasBody) endHeld(response, form.body, room);
  else response.end();
}
