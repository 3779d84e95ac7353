import type { Pace } from './stream.ts';

/** Tells a running fake upstream what to do. */
export type UpstreamControl = {
  /** Every answer from now on comes so many milliseconds later. */
  readonly setLatency: (ms: number) => Promise<void>;
  /** Calls by path since it was last asked. */
  readonly takeCounts: () => Promise<Readonly<Record<string, number>>>;
  /** Lets the open event streams send events at a pace. */
  readonly play: (pace: Pace) => Promise<void>;
  /** Event streams that are open. */
  readonly openStreams: () => Promise<number>;
};

/** The control of the fake upstream at `url`. */
export function createControl(url: string): UpstreamControl {
  const tell = async <T>(command: string): Promise<T> => {
    const response = await fetch(`${url}/_control/${command}`);
    return (await response.json()) as T;
  };
  return {
    setLatency: async (ms) => void (await tell(`latency?ms=${ms}`)),
    takeCounts: () => tell('counts'),
    play: async ({ events, every, ends }) =>
      void (await tell(`play?events=${events}&every=${every}&ends=${ends}`)),
    openStreams: async () => (await tell<{ streams: number }>('streams')).streams,
  };
}

/** All calls together. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
