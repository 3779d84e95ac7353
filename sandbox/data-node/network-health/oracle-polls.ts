import { setTimeout as sleep } from 'node:timers/promises';

/** What polls of the live oracles have found. */
export type OraclePolls = {
  /** How many oracles were down at a poll; `undefined` for polls before the first one. */
  readonly downAt: (poll: number) => number | undefined;
};

export type OraclePollsOptions = {
  /** Base URLs. */
  readonly urls: readonly string[];
  /** The number of the current poll. */
  readonly current: () => number;
  readonly signal: AbortSignal;
};

/** Real milliseconds between two rounds of requests. */
const interval = 5_000;
const deadline = 2_000;
/** Polls in memory: a day. */
const longest = 1_440;

/**
 * Polls the health of the oracles. Recording begins when all of them have
 * responded once, because they start after the data node.
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
