import { BlockList } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { createFreshness } from '../core/cache/freshness.ts';
import { createPendingResponses } from '../core/limits/pending-responses.ts';
import { createTelemetry } from '../core/telemetry.ts';
import { createAnswerCache } from '../http/answers/answer-cache.ts';
import { createAnswerer } from '../http/answers/answerer.ts';
import { createMakeOnce } from '../http/answers/make-once.ts';
import type { Prepared } from '../http/answers/prepared-head.ts';
import { createClientReader } from '../http/client.ts';
import { createAnswering } from './answering.ts';
import type { DirectAnswer, DirectRoad } from './execution/index.ts';
import { createPlainQueries } from './plain-queries.ts';

const unbounded = createPendingResponses({ maxBytes: Infinity, maxClientBytes: Infinity });

const id = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
const headers = { 'content-type': 'application/json', 'x-request-id': id };
const readClient = createClientReader(new BlockList());
const query = {
  method: 'POST',
  url: '/graphql',
  headers,
  socket: { remoteAddress: '127.0.0.1' },
  body: Buffer.from('{"query":"{ a }"}'),
  spelling: 'spelling',
  startedAt: 0,
};

/** Queries on a direct road that answers like this. */
function setUp(direct: DirectRoad) {
  const telemetry = createTelemetry();
  const lines: { readonly status: number }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const clock = { now: () => 1 };
  const answers = createAnswerCache(clock, 100_000);
  const makeOnce = createMakeOnce(answers, clock);
  const offered: unknown[] = [];
  const road: DirectRoad = (...asked) => {
    offered.push(asked[0]);
    return direct(...asked);
  };
  const answering = createAnswering({ direct: road, telemetry, answers, makeOnce });
  const contextOf = (signal: AbortSignal) => {
    return { requestId: id, signal, reader: { freshness: createFreshness() } };
  };
  const signals: AbortSignal[] = [];
  const queries = createPlainQueries({
    answering,
    createContext: (request, signal) => {
      readClient(request, null);
      signals.push(signal);
      return contextOf(signal) as unknown as Context;
    },
    log,
    telemetry,
    answer: createAnswerer({ clock, telemetry, pending: unbounded, addressOf: () => '' }),
    isOpen: true,
  });
  const replies: (Prepared | null)[] = [];
  const leave = queries.begin(query, (reply) => void replies.push(reply));
  /** What the door behind the parser comes by for the same query in this moment. */
  const askBehind = () => {
    const question = { key: 'key', spelling: query.spelling };
    const context = contextOf(AbortSignal.abort()) as unknown as Context;
    const asking = { said: { query: '{ a }' }, question, request: query, context };
    return answering.answer(asking, () => null);
  };
  const counted = async () => {
    const text = await telemetry.registry.metrics();
    return Number(/gateway_request_seconds_count\{.*\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  return { replies, leave, offered, askBehind, lines, counted, signals };
}

const answer: DirectAnswer = { content: '{"data":{}}', contentType: 'application/json' };

test('default: what is at hand is answered at once, counted and logged', async () => {
  const { replies, lines, counted, offered } = setUp(() => answer);
  expect(offered).toEqual([{ query: '{ a }' }]);
  expect(replies).toMatchObject([{ body: '{"data":{}}' }]);
  expect(replies[0]?.head).toContain(`X-Request-Id: ${id}\r\n`);
  expect(lines).toMatchObject([{ status: 200, requestId: id, path: '/graphql' }]);
  expect(await counted()).toBe(1);
});

test.each<[string, DirectRoad]>([
  ['at once', () => null],
  ['later', async () => null],
  [
    'by throwing',
    () => {
      throw new Error('no');
    },
  ],
  [
    'by failing later',
    async () => {
      throw new Error('no');
    },
  ],
])(
  'behavior: what is refused %s is left over, and not tried again behind the parser',
  async (_, direct) => {
    const { replies, lines, counted, offered, askBehind } = setUp(direct);
    await turn();
    expect(replies).toEqual([null]);
    expect(lines).toEqual([]);
    expect(await counted()).toBe(0);
    expect(askBehind()).toBeNull();
    expect(offered).toHaveLength(1);
    await Promise.resolve()
      .then(askBehind)
      .catch(() => {});
    expect(offered).toHaveLength(2);
  },
);

test.each<[string, () => Promise<DirectAnswer | null>]>([
  ['is made', async () => answer],
  ['is refused', async () => null],
  ['fails', () => Promise.reject(new Error('no'))],
])(
  'behavior: an answer that %s when the client has left is counted and logged once',
  async (_, made) => {
    const { replies, leave, lines, counted, signals } = setUp(made);
    leave();
    expect(signals[0]?.aborted).toBe(true);
    await turn();
    expect(replies).toEqual([]);
    expect(lines).toMatchObject([{ status: 499, requestId: id }]);
    expect(await counted()).toBe(1);
  },
);

test('behavior: a query that is left over to a connection that closes is counted and logged once', async () => {
  const { replies, leave, lines, counted } = setUp(async () => null);
  await turn();
  leave();
  expect(replies).toEqual([null]);
  expect(lines).toMatchObject([{ status: 499 }]);
  expect(await counted()).toBe(1);
});
