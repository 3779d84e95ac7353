import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpService } from '../../../lib/http-service.ts';
import type { MarketHistory } from '../../../world/market-history.ts';
import { buildHistory } from '../../engine/testing/build-history.ts';
import { createRandomHistoryPlan } from '../../engine/testing/random-history-plan.ts';
import { createSimulator } from '../simulator.ts';

/** A history of three years and forty assets, created once for all tests. */
export const testHistory: MarketHistory = buildHistory(
  createRandomHistoryPlan({ seed: 5, days: 1100, assets: 38 }),
);

/** The query of an ordinary run. */
export const plainRunQuery = 'category_id=all&top_n=10&weighting=mcap&rebalance_days=30';

export type ServedSimulator = AsyncDisposable & {
  readonly url: string;
  /** Path of the file of runs. */
  readonly storePath: string;
  /** Unexpected errors that were logged. */
  readonly logged: readonly string[];
  readonly json: (path: string) => Promise<{ readonly status: number; readonly body: never }>;
  readonly text: (path: string) => Promise<string>;
  /** Reads a stream to its end and returns the `data:` payloads. */
  readonly events: (path: string) => Promise<readonly StreamEvent[]>;
};

/** An event of a stream. Its fields depend on its type. */
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string };

export type ServeOptions = {
  readonly paceMs?: number;
  readonly threads?: number;
  readonly history?: MarketHistory;
  /**
   * Path of an existing file of runs, which is not deleted. Without it, a new file is created and
   * deleted at the end.
   */
  readonly storePath?: string;
};

/** Serves a simulator on a free port of the loopback interface. */
export async function serveSimulator(options: ServeOptions = {}): Promise<ServedSimulator> {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  const { storePath = join(folder, 'runs.sqlite') } = options;
  const logged: string[] = [];
  const logError = (text: string) => void logged.push(text);
  const simulator = createSimulator({
    history: options.history ?? testHistory,
    storePath,
    paceMs: options.paceMs ?? 0,
    threads: options.threads ?? 1,
    logError,
  });
  const service = createHttpService({ name: 'test', routes: simulator.routes, logError });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const text = async (path: string) => (await fetch(`${url}${path}`)).text();
  return {
    url,
    storePath,
    logged,
    text,
    async json(path) {
      const response = await fetch(`${url}${path}`);
      return { status: response.status, body: (await response.json()) as never };
    },
    events: async (path) => parseEvents(await text(path)),
    async [Symbol.asyncDispose]() {
      await service.close();
      await simulator.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Parses complete frames, each a line `data: {…}` and an empty line. */
export function parseEvents(text: string): readonly StreamEvent[] {
  const frames = text.split('\n\n');
  if (frames.pop() !== '') throw new Error('the stream ends within a frame');
  return frames.map((frame) => {
    if (!/^data: \{.*\}$/.test(frame)) throw new Error(`not a data line: ${frame.slice(0, 80)}`);
    return JSON.parse(frame.slice('data: '.length));
  });
}
