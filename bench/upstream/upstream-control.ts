import type { EventPace } from './run-streams.ts';

/** Controls a running fake upstream. */
export type UpstreamControl = {
  /** Delays every later response by `ms` milliseconds. */
  readonly setLatency: (ms: number) => Promise<void>;
  /** Returns the number of calls by path since the last call of this function. */
  readonly takeCounts: () => Promise<Readonly<Record<string, number>>>;
  /** Sends events on the open event streams. */
  readonly play: (pace: EventPace) => Promise<void>;
  /** Sends the next variant of the sweep. Resolves to the number of variants so far. */
  readonly addVariant: () => Promise<number>;
  /** Ends the sweep. */
  readonly finishSweep: () => Promise<void>;
  /** Returns the number of open event streams. */
  readonly openStreams: () => Promise<number>;
};

/** Creates the control of the fake upstream at `url`. */
export function createControl(url: string): UpstreamControl {
  const sendCommand = async <T>(command: string): Promise<T> => {
    const response = await fetch(`${url}/_control/${command}`);
    return (await response.json()) as T;
  };
  return {
    setLatency: async (ms) => void (await sendCommand(`latency?ms=${ms}`)),
    takeCounts: () => sendCommand('counts'),
    play: async ({ events, every, ends }) =>
      void (await sendCommand(`play?events=${events}&every=${every}&ends=${ends}`)),
    addVariant: async () => (await sendCommand<{ variants: number }>('variant')).variants,
    finishSweep: async () => void (await sendCommand('finish')),
    openStreams: async () => (await sendCommand<{ streams: number }>('streams')).streams,
  };
}

/** Returns the total number of calls. */
export function sumCounts(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
