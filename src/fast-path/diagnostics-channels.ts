import { channel } from 'node:diagnostics_channel';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PreparedResponse } from '../http/response/serialized-response.ts';
import { lazyProperties } from '../lib/lazy-properties.ts';
import type { MinimalRequest } from './minimal-request-parser.ts';

const starts = channel('http.server.request.start');
const finishes = channel('http.server.response.finish');

/** Whether `http.server.request.start` or `http.server.response.finish` has subscribers. */
export function hasDiagnosticsSubscribers(): boolean {
  return starts.hasSubscribers || finishes.hasSubscribers;
}

/** A request that bypasses node's parser. */
type PublishedRequest = {
  readonly parsed: MinimalRequest;
  readonly headerLines: string;
  readonly socket: Socket;
  readonly server: Server;
};

/**
 * Publishes a request that bypasses node's parser on `http.server.request.start`. Its
 * `IncomingMessage` and `ServerResponse` exist for the subscribers only: using them has no effect.
 *
 * @param options.headerLines - The request's header lines, each with its line end.
 * @returns a function that publishes the response on `http.server.response.finish`.
 */
export function publishRequestStart(options: PublishedRequest): (sent: PreparedResponse) => void {
  const message = createMessage(options);
  starts.publish(message);
  return ({ status, head }) => {
    if (!finishes.hasSubscribers) return;
    const { response } = message;
    response.statusCode = status;
    const [, ...lines] = head.split('\r\n');
    for (const [name, value] of parseFields(lines.join('\r\n'))) response.setHeader(name, value);
    finishes.publish(message);
  };
}

type Message = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly server: Server;
};

/** Creates the message for both channels; request and response are created when they are read. */
const createMessage = lazyProperties<PublishedRequest, Message>({
  request: ({ parsed, headerLines, socket }) => {
    const { method, url } = parsed;
    const fields = parseFields(headerLines);
    return Object.assign(new IncomingMessage(socket), {
      ...{ method, url, complete: true },
      ...{ httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 },
      rawHeaders: fields.flat(),
      headers: mergeFields(fields),
    });
  },
  response: (_published, { request }) => new ServerResponse(request),
  socket: ({ socket }) => socket,
  server: ({ server }) => server,
});

type Field = readonly [name: string, value: string];

function parseFields(lines: string): readonly Field[] {
  return lines
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
}

/** Returns the fields by lowercase name, joining repeated ones. */
function mergeFields(fields: readonly Field[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [given, value] of fields) {
    const name = given.toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
