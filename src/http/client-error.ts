import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getSocketResponse, trackResponsesBySocket } from './connections/socket-response.ts';
import { sendErrorStatus } from './error-response.ts';
import { createUuidV7 } from './request-id-and-address.ts';

/** Responses to errors of node's HTTP parser, by error code; all others are 400. */
const responses: Readonly<Record<string, readonly [status: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request head is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
};
/** Milliseconds that a CONNECT client gets to read the 405. */
const leavingTime = 1000;

/** Whether a response is in progress; the client would take an error for a part of it. */
function isAnswering(socket: Duplex): boolean {
  const response = getSocketResponse(socket);
  return response !== null && (response.headersSent || response.req.complete);
}

/** Responds to malformed HTTP, CONNECT and unsupported `Expect` headers, then closes the socket. */
export function respondToClientErrors(server: Server): void {
  trackResponsesBySocket(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, message] = responses[error.code ?? ''] ?? ['400 Bad Request', 'not valid HTTP'];
    socket.end(lastAnswer(status, message));
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    if (!socket.writable || getSocketResponse(socket) !== null || socket.writableLength > 0) {
      socket.destroy();
      return;
    }
    const allow = 'Allow: GET, HEAD, POST, OPTIONS\r\n';
    socket.resume();
    socket.end(lastAnswer('405 Method Not Allowed', 'CONNECT is not served', allow));
    setTimeout(() => socket.destroy(), leavingTime).unref();
  });
  server.on('checkExpectation', (_request, response) => {
    const message = 'Expect may be 100-continue only';
    sendErrorStatus(response, { status: 417, message, headers: { Connection: 'close' } });
  });
}

function lastAnswer(status: string, error: string, lines = ''): string {
  const body = JSON.stringify({ error });
  return `HTTP/1.1 ${status}\r\n${lines}X-Request-Id: ${createUuidV7()}\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`;
}
