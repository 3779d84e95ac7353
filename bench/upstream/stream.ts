import type { Socket } from 'node:net';
import { progressEvent, resultEvent } from './data.ts';

/** A run's event stream waits for its listeners: it begins when it is told to, at the pace it is told. */
export type RunStreams = {
  /** Answers a request for the stream; nothing but the head is sent until `play`. */
  readonly open: (socket: Socket) => void;
  /** Sends progress events, and what follows them. */
  readonly play: (pace: Pace) => void;
  readonly count: () => number;
};

/** So many events, one every so many milliseconds; whether the result, with which streams end, follows. */
export type Pace = { readonly events: number; readonly every: number; readonly ends: boolean };

const head =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n';
const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/** Creates the streams of `/sim/run-stream`. */
export function createRunStreams(): RunStreams {
  const open = new Set<Socket>();
  return {
    open: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.write(head);
    },
    play: ({ events, every, ends }) => {
      let index = 0;
      const timer = setInterval(() => {
        const isOver = index === events;
        if (isOver) clearInterval(timer);
        if (isOver && !ends) return;
        const text = frame(isOver ? resultEvent() : progressEvent(index, events));
        for (const socket of open) {
          if (isOver) socket.end(text);
          else socket.write(text);
        }
        index += 1;
      }, every);
    },
    count: () => open.size,
  };
}
