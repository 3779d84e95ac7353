import { setTimeout as sleep } from 'node:timers/promises';

/** Results of polls of the running oracles. */
export type OraclePolls = {
  /** Returns how many oracles were down at a poll; undefined before the first real poll. */
  readonly downAt: (poll: number) => number | undefined;
};

export type OraclePollsOptions = {
  /** Base URLs of the oracles. */
  readonly urls: readonly string[];
  /** Returns the number of the current poll. */
  readonly current: () => number;
  readonly signal: AbortSignal;
};

/** Milliseconds of real time between two rounds of requests. */
const interval = 5_000;
const deadline = 2_000;
/** Maximum number of polls in memory: one day. */
const longest = 1_440;

/**
 * Starts to poll the health of the oracles. Results are recorded after all oracles have responded
 * once, because they start after the data node.
 */
export function startOraclePolls({ urls, current, signal }: OraclePollsOptions): OraclePolls {
  const down = new Map<number, number>();

  async function isUp(url: string): Promise<boolean> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
    try {
      const response = await fetch(`${url}/health`, { signal: limit });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const up = (await Promise.all(urls.map(isUp))).filter(Boolean).length;
      if (down.size > 0 || up === urls.length) {
        down.delete(current());
        down.set(current(), urls.length - up);
        const [oldest] = down.keys();
        if (down.size > longest && oldest !== undefined) down.delete(oldest);
      }
      await sleep(interval, undefined, { signal }).catch(() => undefined);
    }
  }

  if (urls.length > 0) void run();
  return { downAt: (poll) => down.get(poll) };
}
