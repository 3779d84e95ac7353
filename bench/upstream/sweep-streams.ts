import type { Socket } from 'node:net';
import { eventStreamHead, formatSseFrame } from './run-streams.ts';
import { createResultEvent } from './upstream-data.ts';

/** Event streams of one sweep. A stream that opens late first gets the variants so far. */
export type SweepStreams = {
  readonly open: (socket: Socket) => void;
  /** Sends the next variant on the open streams. Returns the number of variants so far. */
  readonly addVariant: () => number;
  /** Ends the streams with their last event. */
  readonly finish: () => void;
};

/** Variants of a sweep; more than are sent before it ends. */
const totalVariants = 200;

/** Creates the streams of `/sim/sweep-stream`. */
export function createSweepStreams(): SweepStreams {
  const open = new Set<Socket>();
  const frames: string[] = [];
  const { stats, nav_series } = createResultEvent();
  return {
    open: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.write(eventStreamHead + frames.join(''));
    },
    addVariant: () => {
      const variant_index = frames.length;
      const frame = formatSseFrame({
        type: 'variant_done',
        variant: `top_n=${variant_index}`,
        variant_index,
        total_variants: totalVariants,
        run_id: 100 + variant_index,
        stats,
        nav_series,
        cached: false,
      });
      frames.push(frame);
      for (const socket of open) socket.write(frame);
      return frames.length;
    },
    finish: () => {
      const frame = formatSseFrame({
        type: 'sweep_done',
        total_variants: frames.length,
        simulations: [],
      });
      for (const socket of open) socket.end(frame);
    },
  };
}
