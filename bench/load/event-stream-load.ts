import { connect, type Socket } from 'node:net';

/** The request that opens an event stream. */
export type ListenerRequest = {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Many subscribers to event streams, on raw sockets. */
export type ListenerPool = {
  /**
   * Opens `count` streams. Resolves when all of them have received their `200`.
   *
   * @throws {Error} a stream was rejected or closed before.
   */
  readonly join: (question: ListenerRequest, count: number) => Promise<void>;
  /** Number of events that all subscribers have received since they joined. */
  readonly heard: () => number;
  /** Resolves when all streams have ended. */
  readonly ended: () => Promise<void>;
  /** Everything that the first subscriber has received, including the response head. */
  readonly text: () => string;
};

/** Start of an event whose data is an object. */
const mark = 'data: {';
/** Number of connections that are opened in parallel. */
const width = 200;

/** Creates a pool without subscribers. */
export function createListenerPool(): ListenerPool {
  const open = new Set<Socket>();
  let events = 0;
  let first = '';
  let whenEnded: (() => void) | undefined;

  function count(text: string): void {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      events += 1;
    }
  }

  function listen(question: ListenerRequest, isFirst: boolean): Promise<void> {
    const { hostname, port } = new URL(question.origin);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let head = '';
      let isOpen = false;
      let tail = '';
      open.add(socket);
      socket.setEncoding('latin1');
      socket.on('connect', () => socket.write(toRequest(question)));
      socket.on('data', (chunk) => {
        const text = String(chunk);
        if (isFirst) first += text;
        if (isOpen) {
          count(tail + text);
        } else {
          head += text;
          if (!head.includes('\r\n\r\n')) return;
          if (!head.startsWith('HTTP/1.1 200')) reject(new Error(head.slice(0, 500)));
          isOpen = true;
          count(head);
          resolve();
        }
        // A mark, or the last chunk of the response, may be split between two reads.
        const seen = tail + text;
        tail = seen.slice(1 - mark.length);
        if (seen.endsWith('0\r\n\r\n')) socket.end();
      });
      socket.on('error', reject);
      socket.on('close', () => {
        open.delete(socket);
        reject(new Error('a listener was cut off before its answer began'));
        if (open.size === 0) whenEnded?.();
      });
    });
  }

  return {
    join: async (question, wanted) => {
      events = 0;
      first = '';
      for (let joined = 0; joined < wanted; joined += width) {
        const batch = Array.from({ length: Math.min(width, wanted - joined) }, (_, index) =>
          listen(question, joined + index === 0),
        );
        await Promise.all(batch);
      }
    },
    heard: () => events,
    ended: () =>
      new Promise((resolve) => {
        whenEnded = resolve;
        if (open.size === 0) resolve();
      }),
    text: () => first,
  };
}

function toRequest({ origin, method, path, headers, body = '' }: ListenerRequest): string {
  const lines = Object.entries({
    host: new URL(origin).host,
    accept: 'text/event-stream',
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
