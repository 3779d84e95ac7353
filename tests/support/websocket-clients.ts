import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A message of graphql-transport-ws. */
export type Message = { readonly id?: string; readonly type: string; readonly payload?: unknown };

/** A plain WebSocket that speaks graphql-transport-ws by hand. */
export type WebSocketClient = {
  readonly socket: WebSocket;
  /** Sends a message; a text goes as it is. */
  readonly send: (message: unknown) => void;
  /** Resolves to the next message. */
  readonly next: () => Promise<Message>;
  /** Code and reason of the close. */
  readonly closed: Promise<readonly [number, string]>;
};

/** Returns what connects clients with a gateway, and what closes them all. */
export function createWebSocketClients(urlOf: () => string) {
  const opened: WebSocket[] = [];

  async function connect(
    options: { path?: string; protocol?: string; origin?: string; base?: string } = {},
  ): Promise<WebSocketClient> {
    const { path = '/graphql', protocol = 'graphql-transport-ws', base = urlOf() } = options;
    const headers = options.origin === undefined ? {} : { origin: options.origin };
    const socket = new WebSocket(base.replace('http', 'ws') + path, protocol, { headers });
    opened.push(socket);
    const waiting: ((message: Message) => void)[] = [];
    const received: Message[] = [];
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      const wake = waiting.shift();
      if (wake) wake(message);
      else received.push(message);
    });
    const closed = new Promise<readonly [number, string]>((resolve) =>
      socket.on('close', (code, reason) => resolve([code, String(reason)])),
    );
    await once(socket, 'open');
    return {
      socket,
      send: (message) =>
        socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      next: () => {
        const first = received.shift();
        return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve));
      },
      closed,
    };
  }

  return {
    connect,
    /** Those that `connect` has opened, and others that shall be closed with them. */
    opened,
    closeAll: () => {
      for (const socket of opened.splice(0)) socket.terminate();
    },
  };
}

/** Returns the message that starts an operation. */
export const subscribe = (id: string, query: string, more: object = {}): Message => ({
  id,
  type: 'subscribe',
  payload: { query, ...more },
});
