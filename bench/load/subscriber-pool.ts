import { connect, type Socket } from 'node:net';

/** The request that opens an event stream. */
export type StreamRequest = {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For a WebSocket: the messages that open the stream, each after an answer to the one before. */
  readonly messages?: readonly string[];
};

/** Many subscribers to event streams, on raw sockets. */
export type SubscriberPool = {
  /**
   * Opens `count` streams. Resolves when all of them have received their `200`.
   *
   * @throws {Error} a stream was rejected or closed before.
   */
  readonly join: (request: StreamRequest, count: number) => Promise<void>;
  /** Number of events that all subscribers have received since they joined. */
  readonly countReceivedEvents: () => number;
  /** Resolves when all streams have ended. */
  readonly waitUntilEnded: () => Promise<void>;
  /** Everything that the first subscriber has received, including the response head. */
  readonly getFirstText: () => string;
};

/** What an event has once, what a stream ends with, and the status of its response. */
const sse = { eventStart: 'data: {', end: '0\r\n\r\n', status: '200' };
const webSocket = { eventStart: '"type":"next"', end: '"type":"complete"}', status: '101' };
/** Milliseconds until a subscription over WebSocket has begun. */
const beginTime = 300;
/** Number of connections that are opened in parallel. */
const parallelConnections = 200;

/** Creates a pool without subscribers. */
export function createSubscriberPool(): SubscriberPool {
  const open = new Set<Socket>();
  let events = 0;
  let first = '';
  let whenEnded: (() => void) | undefined;

  function count(text: string, eventStart: string): void {
    for (
      let at = text.indexOf(eventStart);
      at >= 0;
      at = text.indexOf(eventStart, at + eventStart.length)
    ) {
      events += 1;
    }
  }

  function listen(request: StreamRequest, isFirst: boolean): Promise<void> {
    const { hostname, port } = new URL(request.origin);
    const messages = [...(request.messages ?? [])];
    const { eventStart, end, status } = request.messages ? webSocket : sse;
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let head = '';
      let isOpen = false;
      let tail = '';
      open.add(socket);
      socket.setEncoding('latin1');
      socket.on('connect', () => socket.write(toRequest(request)));
      socket.on('data', (chunk) => {
        const text = String(chunk);
        if (isFirst) first += text;
        if (isOpen) {
          count(tail + text, eventStart);
        } else {
          head += text;
          if (!head.includes('\r\n\r\n')) return;
          if (!head.startsWith(`HTTP/1.1 ${status}`)) reject(new Error(head.slice(0, 500)));
          const message = messages.shift();
          if (message !== undefined) socket.write(toTextFrame(message));
          if (messages.length > 0) return;
          isOpen = true;
          count(head, eventStart);
          // A server does not say when it has begun a subscription over WebSocket.
          if (request.messages) setTimeout(resolve, beginTime);
          else resolve();
        }
        // The start of an event, or the last chunk of the response, may be split between two reads.
        const seen = tail + text;
        tail = seen.slice(1 - eventStart.length);
        if (seen.endsWith(end)) socket.end();
      });
      socket.on('error', reject);
      socket.on('close', () => {
        open.delete(socket);
        reject(new Error('a listener was disconnected before its response began'));
        if (open.size === 0) whenEnded?.();
      });
    });
  }

  return {
    join: async (request, wanted) => {
      events = 0;
      first = '';
      for (let joined = 0; joined < wanted; joined += parallelConnections) {
        const batch = Array.from(
          { length: Math.min(parallelConnections, wanted - joined) },
          (_, index) => listen(request, joined + index === 0),
        );
        await Promise.all(batch);
      }
    },
    countReceivedEvents: () => events,
    waitUntilEnded: () =>
      new Promise((resolve) => {
        whenEnded = resolve;
        if (open.size === 0) resolve();
      }),
    getFirstText: () => first,
  };
}

/** Encodes a short message of a client; a mask of zeros leaves its bytes as they are. */
function toTextFrame(message: string): Buffer {
  const text = Buffer.from(message);
  const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, text]);
}

function toRequest({ origin, method, path, headers, body = '' }: StreamRequest): string {
  const lines = Object.entries({
    host: new URL(origin).host,
    accept: 'text/event-stream',
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
