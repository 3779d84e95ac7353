import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FakeUpstream, startUpstream } from './gateway.ts';

/** Passes every GET on to `target` and records it in `asked`. */
export function startCountingProxy(target: string): Promise<FakeUpstream> {
  return startUpstream((request, response) => forwardGet(target, request, response));
}

/** Answers a GET with what `target` answers. */
export function forwardGet(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { host: _host, connection: _connection, ...headers } = request.headers;
  fetch(target + request.url, { headers: headers as Record<string, string> })
    .then(async (answer) => {
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })
    .catch(() => response.destroy());
}
