import type { Socket } from 'node:net';
import { createProgressEvent, createResultEvent } from './upstream-data.ts';

/** Event streams of a run. They send nothing but the head until `play` is called. */
export type RunStreams = {
  /** Responds to a request for the stream with the head. */
  readonly open: (socket: Socket) => void;
  /** Sends progress events, and the result if `ends` is set. */
  readonly play: (pace: EventPace) => void;
  readonly count: () => number;
};

/**
 * Number of events, milliseconds between two of them, and whether the result follows and ends the
 * streams.
 */
export type EventPace = { readonly events: number; readonly every: number; readonly ends: boolean };

/** Head of a response that is an event stream. */
export const eventStreamHead =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n';
/** Encodes an event. */
export const formatSseFrame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/** Creates the streams of `/sim/run-stream`. */
export function createRunStreams(): RunStreams {
  const open = new Set<Socket>();
  return {
    open: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.write(eventStreamHead);
    },
    play: ({ events, every, ends }) => {
      let index = 0;
      const timer = setInterval(() => {
        const isOver = index === events;
        if (isOver) clearInterval(timer);
        if (isOver && !ends) return;
        const text = formatSseFrame(
          isOver ? createResultEvent() : createProgressEvent(index, events),
        );
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
