import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpService } from '../../../lib/http-service.ts';
import type { MarketHistory } from '../../../world/market-history.ts';
import { buildHistory } from '../../engine/testing/build-history.ts';
import { createRandomHistoryPlan } from '../../engine/testing/random-history-plan.ts';
import { createSimulator } from '../simulator.ts';

/** A history of three years and forty assets, made once. */
export const testHistory: MarketHistory = buildHistory(
  createRandomHistoryPlan({ seed: 5, days: 1100, assets: 38 }),
);

/** The parameters of a plain run, as query text. */
export const plainRunQuery = 'category_id=all&top_n=10&weighting=mcap&rebalance_days=30';

export type ServedSimulator = AsyncDisposable & {
  readonly url: string;
  /** File of runs. */
  readonly storePath: string;
  /** What was logged as unforeseen. */
  readonly logged: readonly string[];
  readonly json: (path: string) => Promise<{ readonly status: number; readonly body: never }>;
  readonly text: (path: string) => Promise<string>;
  /** The `data:` payloads of a stream that ends. */
  readonly events: (path: string) => Promise<readonly StreamEvent[]>;
};

/** An event of a stream; which fields it has depends on its type. */
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string };

export type ServeOptions = {
  readonly paceMs?: number;
  readonly threads?: number;
  readonly history?: MarketHistory;
  /** An existing file of runs, which is left where it is; a new one is deleted at the end. */
  readonly storePath?: string;
};

/** Serves a simulator on a free port of the loopback. */
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

/** Reads complete frames: each one line `data: {…}` and an empty line. */
export function parseEvents(text: string): readonly StreamEvent[] {
  const frames = text.split('\n\n');
  if (frames.pop() !== '') throw new Error('the stream ends within a frame');
  return frames.map((frame) => {
    if (!/^data: \{.*\}$/.test(frame)) throw new Error(`not a data line: ${frame.slice(0, 80)}`);
    return JSON.parse(frame.slice('data: '.length));
  });
}
