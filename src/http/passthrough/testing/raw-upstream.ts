import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP upstream that keeps what it was sent, byte for byte, and answers as the test says. */
export type RawUpstream = {
  readonly url: URL;
  /** Request heads in order of arrival, each character one byte. */
  readonly heads: string[];
  readonly sockets: ReadonlySet<Socket>;
  readonly close: () => Promise<void>;
};

/** Starts it; `answer` gets every complete request head with its socket. */
export async function startRawUpstream(
  answer: (socket: Socket, head: string) => void,
): Promise<RawUpstream> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end);
        pending = pending.slice(end + 4);
        heads.push(head);
        answer(socket, head);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    heads,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A complete answer with a measured body. */
export const plainAnswer = (body: string, headers = '', status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** The first lines of an event stream's head. */
export const eventStream = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';

/** The last lines of the head of a chunked answer. */
export const chunked = 'Transfer-Encoding: chunked\r\n\r\n';

/** One chunk of a chunked body. */
export const chunk = (text: string): string =>
  `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
