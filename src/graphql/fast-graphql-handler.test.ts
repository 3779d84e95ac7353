import { BlockList } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createFreshnessTracker } from '../cache/freshness-tracker.ts';
import type { Context } from '../context.ts';
import { createRequestIdentifier } from '../http/request-identity.ts';
import { createCoalesce } from '../http/response/coalesce.ts';
import type { RawResponse } from '../http/response/raw-response.ts';
import { createResponseCache } from '../http/response/response-cache.ts';
import { createResponseSender } from '../http/response/send-cached.ts';
import { createPendingResponses } from '../lib/limits/pending-responses.ts';
import { createTelemetry } from '../telemetry.ts';
import { createCachedExecution } from './cached-execution.ts';
import type { CompiledResponse, ExecuteCompiled } from './compiled-executor/index.ts';
import { createFastGraphQLHandler } from './fast-graphql-handler.ts';
import { createPersistedDocuments } from './persisted-documents/index.ts';

const unbounded = createPendingResponses({ maxBytes: Infinity, maxClientBytes: Infinity });

const id = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
const headers = { 'content-type': 'application/json', 'x-request-id': id };
const identifyRequest = createRequestIdentifier(new BlockList());
const query = {
  method: 'POST',
  url: '/graphql',
  headers,
  socket: { remoteAddress: '127.0.0.1' },
  body: Buffer.from('{"query":"{ a }"}'),
  rawKey: 'spelling',
  startedAt: 0,
};

/** Sends one query to a handler over the given compiled executor. */
function setUp(executeCompiled: ExecuteCompiled) {
  const telemetry = createTelemetry();
  const lines: { readonly status: number }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const clock = { now: () => 1 };
  const responses = createResponseCache(clock, 100_000);
  const coalesce = createCoalesce(responses, clock);
  const offered: unknown[] = [];
  const road: ExecuteCompiled = (...asked) => {
    offered.push(asked[0]);
    return executeCompiled(...asked);
  };
  const cachedExecution = createCachedExecution({
    executeCompiled: road,
    documents: createPersistedDocuments({}),
    telemetry,
    responseCache: responses,
    coalesce,
  });
  const contextOf = (signal: AbortSignal) => {
    return { requestId: id, signal, requestCache: { freshness: createFreshnessTracker() } };
  };
  const signals: AbortSignal[] = [];
  const queries = createFastGraphQLHandler({
    cachedExecution,
    createContext: (request, signal) => {
      identifyRequest(request, null);
      signals.push(signal);
      return contextOf(signal) as unknown as Context;
    },
    log,
    telemetry,
    responseSender: createResponseSender({
      clock,
      telemetry,
      pending: unbounded,
      addressOf: () => '',
    }),
    fastPathEnabled: true,
  });
  const replies: (RawResponse | null)[] = [];
  const leave = queries.handle(query, (reply) => void replies.push(reply));
  /** Executes the same query as the ordinary handler does after the fast path declined it. */
  const askBehind = () => {
    const lookup = { canonicalKey: 'key', rawKey: query.rawKey };
    const context = contextOf(AbortSignal.abort()) as unknown as Context;
    const asking = { params: { query: '{ a }' }, lookup, request: query, context };
    return cachedExecution.execute(asking, () => null);
  };
  const counted = async () => {
    const text = await telemetry.registry.metrics();
    return Number(/gateway_request_seconds_count\{.*\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  return { replies, leave, offered, askBehind, lines, counted, signals };
}

const response: CompiledResponse = { content: '{"data":{}}', contentType: 'application/json' };

test('default: what is at hand is answered at once, counted and logged', async () => {
  const { replies, lines, counted, offered } = setUp(() => response);
  expect(offered).toEqual([{ query: '{ a }' }]);
  expect(replies).toMatchObject([{ body: '{"data":{}}' }]);
  expect(replies[0]?.head).toContain(`X-Request-Id: ${id}\r\n`);
  expect(lines).toMatchObject([{ status: 200, requestId: id, path: '/graphql' }]);
  expect(await counted()).toBe(1);
});

test.each<[string, ExecuteCompiled]>([
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
  async (_, executeCompiled) => {
    const { replies, lines, counted, offered, askBehind } = setUp(executeCompiled);
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

test.each<[string, () => Promise<CompiledResponse | null>]>([
  ['is made', async () => response],
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
