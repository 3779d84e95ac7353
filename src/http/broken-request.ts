import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { runningAnswer } from './running-answer.ts';

/** What the parser's refusals are called on the wire; everything else is 400. */
const answers: Readonly<Record<string, readonly [status: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request head is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
};

/** True while an answer is being written on the connection: nothing else may be put into it. */
const isAnswering = (socket: Duplex): boolean => runningAnswer(socket)?.headersSent === true;

/**
 * Answers what is not HTTP (two lengths, bare line feeds, heads without end …) with `{ "error": … }`, and
 * closes the connection: what comes after it cannot be told apart.
 */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, message] = answers[error.code ?? ''] ?? ['400 Bad Request', 'not valid HTTP'];
    const body = JSON.stringify({ error: message });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
