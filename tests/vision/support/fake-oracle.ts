import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getOracleWireFormat } from '../../../sandbox/oracle/routes/oracle-wire-format.ts';
import { type FakeUpstream, startUpstream } from '../../support/gateway.ts';
import * as model from './market-model.ts';

/** What an oracle does with a bitmap: a status, nothing at all, or a cut connection. */
export type BitmapResponse = {
  readonly status?: number;
  readonly error?: string;
  /** Before the answer, milliseconds. */
  readonly delay?: number;
  readonly fate?: 'hang' | 'reset' | 'not-json' | 'not-accepted';
};

/** A bitmap as an oracle got it. */
export type Received = {
  readonly player: string;
  readonly batch_id: number;
  readonly bitmap_hex: string;
  readonly expected_hash: string;
};

/** An answer that a test sets in the place of the market's. */
export type CustomResponse = {
  readonly status: number;
  readonly body: unknown;
  /** Before it is told, milliseconds. */
  readonly delay?: number;
};

/** An oracle on a real socket over a fixed market, whose word on bitmaps a test decides. */
export type FakeOracle = FakeUpstream & {
  readonly received: Received[];
  /** Decides on the n-th bitmap of a batch, from 0; all are accepted until it is set. */
  decide: (submission: Received, attempt: number) => BitmapResponse;
  /** Answers of paths that differ from the market's. */
  readonly special: Map<string, CustomResponse>;
};

export const playerUnknown: BitmapResponse = {
  status: 404,
  error: 'Player not found: 0xabc not found in batch 7',
};
export const hashMismatch: BitmapResponse = {
  status: 400,
  error: 'Hash mismatch: expected_hash is not the on-chain commitment',
};

/** Starts one. */
export async function startOracle(dialectName: 'spec' | 'wild' = 'spec'): Promise<FakeOracle> {
  const dialect = getOracleWireFormat(dialectName);
  const received: Received[] = [];
  const special: FakeOracle['special'] = new Map();

  const bodies: Readonly<Record<string, () => unknown>> = {
    '/vision/batches': () => ({ batches: model.batches.map(dialect.batch) }),
    '/vision/markets': () => dialect.body({ markets: model.markets }),
    '/vision/batch/7/state': () => dialect.batch(model.state),
    '/vision/batch/7/history': () => dialect.history(model.ticks),
    '/vision/reveal/7/4': () => dialect.body(model.reveal),
    [`/vision/balance/7/${model.alice}`]: () =>
      dialect.body({ ...model.balance, bls_sig: dialect.signature(model.balance.bls_sig) }),
    '/vision/leaderboard': () => model.leaderboard,
    [`/vision/config/by-hash/${model.configHash}`]: () => model.config,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '';
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const body = request.method === 'POST' ? JSON.parse(await textOf(request)) : null;
    if (path === '/vision/bitmap') {
      received.push(body);
      const before = received.filter(({ batch_id }) => batch_id === body.batch_id).length - 1;
      const decided = oracle.decide(body, before);
      if (decided.fate === 'hang') return;
      if (decided.delay) await sleep(decided.delay);
      if (decided.fate === 'reset') return void response.destroy();
      if (decided.fate === 'not-json') return void response.end('<html>');
      if (decided.error) return send(decided.status ?? 400, { error: decided.error });
      const { batch_id, player } = body;
      const accepted = decided.fate !== 'not-accepted';
      return send(decided.status ?? 200, dialect.body({ accepted, batch_id, player }));
    }
    if (path === '/vision/backtest' && !special.has(path)) {
      if (body.batch_id !== 7) return send(404, { error: 'Batch not found' });
      return send(200, dialect.body({ ...model.backtest, asked: body }));
    }
    const known: CustomResponse | null =
      special.get(path) ??
      (Object.hasOwn(bodies, path) ? { status: 200, body: bodies[path]?.() } : null);
    if (known?.delay) await sleep(known.delay);
    if (known) return send(known.status, known.body);
    return send(404, { error: 'Batch not found' });
  }

  const upstream = await startUpstream((request, response) => void answer(request, response));
  const oracle: FakeOracle = { ...upstream, received, special, decide: () => ({}) };
  return oracle;
}

/** Three of them, and what a gateway needs to know them. */
export async function startOracles(stack: AsyncDisposableStack) {
  const oracles = [await startOracle(), await startOracle(), await startOracle()] as const;
  for (const oracle of oracles) stack.use(oracle);
  return { oracles, env: { ORACLE_URLS: oracles.map(({ url }) => url).join(',') } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
