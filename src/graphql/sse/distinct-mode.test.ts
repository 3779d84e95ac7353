import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { makeExecutableSchema } from '@graphql-tools/schema';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createResponseFreshnessTracker } from '../../cache/response-freshness-tracker.ts';
import type { Context } from '../../context.ts';
import { otherClient } from '../../http/client-name.ts';
import { createIdAndAddressReader } from '../../http/request-id-and-address.ts';
import { createSseBroadcastRegistry } from '../../http/sse/sse-broadcast-registry.ts';
import { createOperationCostCharger } from '../../lib/limits/client-rate-limits.ts';
import { createBroadcast } from '../../streaming/broadcast.ts';
import { createStreamLimiter } from '../../streaming/stream-limits.ts';
import type { EventDeliveryMode } from '../../streaming/subscribable-stream.ts';
import {
  createSubscriptionCursor,
  type SubscriptionCursor,
} from '../../streaming/subscription-cursor.ts';
import { createTelemetry } from '../../telemetry/telemetry.ts';
import { createPersistedDocuments } from '../persisted-documents/index.ts';
import { createTestPrepareOperation } from '../testing/prepare-operation.ts';
import { noUsage } from '../usage/operation-usage.ts';
import { createGraphQLSseHandler } from './handler.ts';

const typeDefs = `
  type Query { asked: Int! }
  type Mutation { pay: Int! }
  type Subscription { count(to: Int = 3): Count! }
  type Count { value: Int! double: Int! }
`;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Serves distinct mode over a small schema and counts the calls of its resolvers. */
async function serve() {
  const calls = { asked: 0, pay: 0, subscribe: 0, double: 0 };
  const signals: AbortSignal[] = [];
  let deliveryMode: EventDeliveryMode = 'conflate';
  let push: (value: number) => void = () => {};
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: {
      Query: { asked: () => ++calls.asked },
      Mutation: { pay: () => ++calls.pay },
      Count: {
        double: ({ value }: { readonly value: number }) => {
          calls.double += 1;
          return value * 2;
        },
      },
      Subscription: {
        count: {
          subscribe: (_root: unknown, _args: unknown, context: Context) => {
            calls.subscribe += 1;
            signals.push(context.signal);
            context.cursor.setDeliveryMode(deliveryMode);
            const waiting: number[] = [];
            let wake = () => {};
            push = (value) => {
              waiting.push(value);
              wake();
            };
            return createBroadcast<{ readonly count: { readonly value: number } }>({
              source: async function* () {
                for (;;) {
                  const value = waiting.shift();
                  if (value === undefined) {
                    await new Promise<void>((resolve) => {
                      wake = resolve;
                    });
                  } else {
                    context.cursor.setPosition(`at-${value}`);
                    yield { count: { value } };
                  }
                }
              },
              deliveryModeOf: ({ count }) => (count.value === 9 ? 'terminal' : 'replay'),
              toTerminalEvent: () => ({ count: { value: 9 } }),
            }).iterate(context.signal);
          },
        },
      },
    },
  });
  const log = pino({ level: 'silent' });
  const telemetry = createTelemetry();
  const shutdownSignal = new AbortController();
  const sseRegistry = createSseBroadcastRegistry({ shutdownSignal: shutdownSignal.signal });
  const api = createGraphQLSseHandler({
    prepareOperation: createTestPrepareOperation(schema, log),
    documents: createPersistedDocuments({}),
    createContext: (_request, _response, { signal, lastEventId }) => {
      const cursor: SubscriptionCursor = createSubscriptionCursor(lastEventId);
      const requestCache = { freshness: createResponseFreshnessTracker() };
      const costCharger = createOperationCostCharger(undefined, '');
      const resetForNextEvent = () => {};
      const own = { cursor, signal, requestCache, telemetry, costCharger, resetForNextEvent };
      return own as unknown as Context;
    },
    readIdAndAddress: createIdAndAddressReader(new BlockList()),
    streamLimiter: createStreamLimiter({ total: 100, perClient: 100 }),
    sseRegistry,
    unread: { admit: () => {}, hold: () => () => {} },
    clientLimits: { graphql: undefined },
    addressOf: () => '',
    usage: noUsage,
    labelClient: () => otherClient,
    shutdownSignal: shutdownSignal.signal,
    log,
    telemetry,
  });
  const server = createServer(api.distinct);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    calls,
    signals,
    sseRegistry,
    push: (value: number) => push(value),
    deliverAs: (kind: EventDeliveryMode) => {
      deliveryMode = kind;
    },
    ask: async (body: object, init: RequestInit = {}) => {
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      });
      let text = '';
      const ended = (async () => {
        for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
          text += Buffer.from(bytes).toString();
        }
      })();
      ended.catch(() => {});
      return { ended, text: () => text };
    },
  };
}

const query = 'subscription { count { value double } }';
const ping = ':\n\n';
const next = (value: number) =>
  `id: at-${value}\nevent: next\ndata: {"data":{"count":{"value":${value},"double":${value * 2}}}}\n\n`;
const complete = 'id: complete\nevent: complete\ndata:\n\n';

describe('subscriptions', () => {
  test('default: clients with the same request share one subscription, execution and encoding', async () => {
    const { ask, push, calls } = await serve();
    const all = await Promise.all(Array.from({ length: 10 }, () => ask({ query })));
    push(1);
    const texts = () => all.map((one) => one.text());
    await expect.poll(texts).toEqual(all.map(() => ping + next(1)));
    const late = await ask({ query });
    await expect.poll(() => late.text()).toBe(ping + next(1));
    push(9);
    await Promise.all([...all, late].map(({ ended }) => ended));
    for (const one of [...all, late]) expect(one.text()).toBe(ping + next(1) + next(9) + complete);
    expect(calls).toMatchObject({ subscribe: 1, double: 2 });
  });

  test('behavior: another document, other variables or another position is another subscription', async () => {
    const { ask, sseRegistry, calls } = await serve();
    const asked = 'subscription ($to: Int) { count(to: $to) { value } }';
    const clients = [
      await ask({ query }),
      await ask({ query: 'subscription { count { value } }' }),
      await ask({ query: asked, variables: { to: 1 } }),
      await ask({ query: asked, variables: { to: 2 } }),
      await ask({ query }, { headers: { 'last-event-id': 'at-1' } }),
    ];
    expect(sseRegistry.size()).toBe(clients.length);
    await expect.poll(() => calls.subscribe).toBe(clients.length);
  });

  test('behavior: events continue until the last client has disconnected', async () => {
    const { ask, push, signals } = await serve();
    const leaving = [new AbortController(), new AbortController()];
    const [first, second] = [
      await ask({ query }, { signal: leaving[0]?.signal ?? null }),
      await ask({ query }, { signal: leaving[1]?.signal ?? null }),
    ];
    leaving[0]?.abort();
    await expect(first.ended).rejects.toThrow();
    push(1);
    await expect.poll(() => second.text()).toBe(ping + next(1));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    leaving[1]?.abort();
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('behavior: live events are not replayed to later subscribers', async () => {
    const { ask, push, deliverAs } = await serve();
    deliverAs('live');
    const early = await ask({ query });
    push(1);
    await expect.poll(() => early.text()).toBe(ping + next(1));
    const late = await ask({ query });
    push(2);
    await expect.poll(() => early.text()).toBe(ping + next(1) + next(2));
    await expect.poll(() => late.text()).toBe(ping + next(2));
  });
});

describe('queries and mutations', () => {
  test('behavior: equal operations are executed separately', async () => {
    const { ask, calls, sseRegistry } = await serve();
    const bodies = [{ query: '{ asked }' }, { query: 'mutation { pay }' }];
    const clients = await Promise.all([...bodies, ...bodies].map((body) => ask(body)));
    await Promise.all(clients.map(({ ended }) => ended));
    expect(calls).toMatchObject({ asked: 2, pay: 2 });
    for (const client of clients)
      expect(client.text()).toMatch(/^:\n\nid: 1\nevent: next\n.*\n\nid: complete/);
    expect(sseRegistry.size()).toBe(0);
  });
});
