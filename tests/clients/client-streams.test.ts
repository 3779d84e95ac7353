import { describe, expect, test } from 'vitest';
import {
  createClient,
  InvalidInputError,
  NetworkError,
  TimeoutError,
  UpstreamUnavailableError,
} from '../../packages/client/src/index.ts';
import { type FakeDataNode, progressEvent, resultEvent } from '../sim/support/fake-data-node.ts';
import { input } from '../sim/support/operations.ts';
import { withFakeDataNode } from '../sim/support/with-fake-data-node.ts';
import { type TestGateway, unreachableUrl } from '../support/gateway.ts';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const origin = () => gateway.url;

describe('streams', () => {
  test('default: progress, then the result, then the end', async () => {
    const names: string[] = [];
    const client = createClient({ origin: origin() });
    const running = (async () => {
      for await (const event of client.sim.run({ input })) names.push(event.__typename);
    })();
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => names).toEqual(['SimulationProgress']);
    run.send(resultEvent);
    await running;
    expect(names).toEqual(['SimulationProgress', 'SimulationResult']);
  });

  test('behavior: a lost connection is resumed behind the last event', async () => {
    let cut = () => {};
    const sent: (string | null)[] = [];
    const cutting: typeof fetch = async (url, init = {}) => {
      sent.push(new Headers(init.headers).get('last-event-id'));
      const response = await fetch(url, init);
      const body = response.body?.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          start: (controller) => {
            cut = () => controller.error(new Error('cut'));
          },
        }),
      );
      return new Response(body ?? null, response);
    };
    const client = createClient({ origin: origin(), fetch: cutting });
    const states: string[] = [];
    const progress: number[] = [];
    const running = (async () => {
      const onState = (state: string) => states.push(state);
      for await (const event of client.sim.run({ input }, { onState }))
        if (event.__typename === 'SimulationProgress') progress.push(event.pct);
    })();
    const run = await node.nextRun();
    // Another listener, because a run ends when its last one leaves.
    const other = createClient({ origin: origin() }).sim.run({ input });
    run.send(progressEvent(25));
    await expect.poll(() => progress).toEqual([25]);
    await other.next();
    cut();
    await expect.poll(() => states.at(-1)).toBe('reconnecting');
    run.send(progressEvent(50));
    await expect.poll(() => progress).toEqual([25, 50]);
    run.send(resultEvent);
    await running;
    await other.return?.(undefined);
    expect(sent).toEqual([null, expect.stringMatching(/\.25$/)]);
    expect(states).toEqual(['connecting', 'connected', 'reconnecting', 'connected']);
  });

  test('behavior: leaving the loop cancels the run of the data node', async () => {
    const client = createClient({ origin: origin() });
    const running = (async () => {
      for await (const _event of client.sim.run({ input })) break;
    })();
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await running;
    await run.closed;
  });

  test('args: a signal cancels it and is thrown', async () => {
    const client = createClient({ origin: origin() });
    const controller = new AbortController();
    const running = (async () => {
      for await (const _event of client.sim.run({ input }, { signal: controller.signal }));
    })();
    const run = await node.nextRun();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await run.closed;
  });

  test('args: a silent connection counts as lost', async () => {
    const client = createClient({ origin: origin() });
    const states: string[] = [];
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      idleTimeout: 50,
      onState: (state: string) => states.push(state),
    };
    const running = (async () => {
      for await (const _event of client.sim.run({ input }, options));
    })();
    await expect.poll(() => states).toContain('reconnecting');
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('error: invalid input ends it at once, as an object of its class', async () => {
    const client = createClient({ origin: origin() });
    const running = client.sim.run({ input: { ...input, topN: -1 } } as never);
    await expect(running.next()).rejects.toThrow(InvalidInputError);
    const unknown = client.subscribe('subscription { nothing }');
    await expect(unknown.next()).rejects.toMatchObject({
      name: 'GraphqlValidationFailedError',
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });

  test('error: a service that cannot be reached', async () => {
    const client = createClient({ origin: unreachableUrl });
    const running = client.sim.run({ input }, { reconnectAttempts: 1 });
    await expect(running.next()).rejects.toThrow(NetworkError);
  });
});

describe('requests', () => {
  test('error: an upstream that is unavailable', async () => {
    const client = createClient({ origin: origin() });
    await expect(client.query('{ asset(symbol: "BTC") { __typename } }')).rejects.toThrow(
      UpstreamUnavailableError,
    );
  });

  test('error: the class of the code, with path, status and the other parts', async () => {
    const client = createClient({ origin: origin() });
    const failure = client.query('{ __typename asset(symbol: "BTC") { price } }');
    await expect(failure).rejects.toMatchObject({
      name: 'UpstreamUnavailableError',
      status: 200,
      path: ['asset'],
      data: { __typename: 'Query' },
    });
  });

  test('args: parsed documents with their text, and those without it', async () => {
    const client = createClient({ origin: origin() });
    const body = '{ __typename }';
    const parsed = { kind: 'Document', loc: { source: { body } } };
    await expect(client.query(parsed)).resolves.toEqual({ __typename: 'Query' });
    await expect(client.query({ kind: 'Document' } as object)).rejects.toThrow('print(document)');
  });

  test('args: timeout', async () => {
    const fetch = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.throwIfAborted();
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const client = createClient({ origin: origin(), fetch });
    await expect(client.funds.list({}, { timeout: 20 })).rejects.toThrow(TimeoutError);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.funds.list({}, { signal })).rejects.toThrow('enough');
  });

  test('error: play without a wallet', async () => {
    const client = createClient({ origin: origin() });
    await expect(client.vision.claim({ batchId: 1 })).rejects.toThrow(
      'createClient needs a wallet',
    );
  });
});
