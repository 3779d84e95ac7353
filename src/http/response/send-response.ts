import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestInfo } from '../request-info.ts';
import { chooseEncoding, isNotModified } from './content-negotiation.ts';
import {
  contentHeaders,
  type EncodedBody,
  type EncodedVariant,
  getVariant,
  validatorHeaders,
} from './encoded-body.ts';
import { concatHeaders, type HeaderList } from './header-list.ts';
import {
  canWriteRaw,
  endHeld,
  type RawResponse,
  type ResponseBudget,
  writeRawResponse,
} from './raw-response.ts';

/** A response, and the headers of this one sending, e.g. `Age`. */
export type ResponseWithHeaders = { readonly body: EncodedBody; readonly extraHeaders: HeaderList };

/**
 * Sends a 200, or a 304 if `If-None-Match` matches, in the best encoding that the client accepts.
 * Returns before sending only if the body must be compressed first.
 */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  sending: ResponseWithHeaders & {
    readonly roomFor?: (form: EncodedVariant) => ResponseBudget | undefined;
  },
): void | Promise<void> {
  const { roomFor } = sending;
  const send = (form: EncodedVariant) =>
    sendForm({ request, response, form, room: roomFor?.(form), ...sending });
  const form = selectVariant(request, sending.body);
  return form instanceof Promise ? form.then(send) : send(form);
}

/** The encoding that is sent, and its budget when it is large. */
type FormSending = { readonly form: EncodedVariant; readonly room?: ResponseBudget | undefined };

/** Returns the body in the client's best encoding; a promise while it is being compressed. */
export function selectVariant(
  { headers }: RequestInfo,
  response: EncodedBody,
): EncodedVariant | Promise<EncodedVariant> {
  return getVariant(response, chooseEncoding(headers['accept-encoding'], response.length));
}

/** Returns the response as bytes for a keep-alive connection. */
export function prepareRawResponse(
  { method, headers }: RequestInfo,
  { body: response, form, room, extraHeaders }: ResponseWithHeaders & FormSending,
): RawResponse & { readonly status: 200 | 304 } {
  const isHeld = isNotModified(headers['if-none-match'], form.etag);
  const line = isHeld ? 'HTTP/1.1 304 Not Modified\r\n' : 'HTTP/1.1 200 OK\r\n';
  const own = isHeld ? concatHeaders(validatorHeaders(response.headers, form.etag)) : form.lines;
  const body = isHeld || method === 'HEAD' ? null : form.body;
  if (body !== null) room?.admit();
  return {
    status: isHeld ? 304 : 200,
    head: line + response.headers.shared.text + own + concatHeaders(extraHeaders),
    body,
    room,
  };
}

function sendForm(
  sending: ResponseWithHeaders &
    FormSending & {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
    },
): void {
  const { request, response, body: answer, form, room, extraHeaders } = sending;
  if (response.destroyed) return;
  if (canWriteRaw(response)) {
    const prepared = prepareRawResponse(request, sending);
    response.statusCode = prepared.status;
    writeRawResponse(response, prepared);
    return;
  }
  const { headers } = answer;
  const isHeld = isNotModified(request.headers['if-none-match'], form.etag);
  const hasBody = !isHeld && request.method !== 'HEAD';
  if (hasBody) room?.admit();
  const content = isHeld ? [] : contentHeaders(headers, form);
  const own = [...validatorHeaders(headers, form.etag), ...content];
  response.writeHead(isHeld ? 304 : 200, [...headers.shared.list, ...own, ...extraHeaders]);
  if (hasBody) endHeld(response, form.body, room);
  else response.end();
}
