import { expect, test } from 'vitest';
import { createClient, type GraphqlResult, type Transport, UpstreamTimeoutError } from './index.ts';

/** A transport that yields these results to every request. */
const answering = (...results: readonly GraphqlResult[]): Transport => {
  const yieldAll = async function* () {
    yield* results;
  };
  return { query: yieldAll, subscribe: yieldAll };
};

const failure = {
  data: { asset: null },
  errors: [{ message: 'late', path: ['asset'], extensions: { code: 'UPSTREAM_TIMEOUT' } }],
};

test('default: a client sends through the given transport, and takes the first result of a query', async () => {
  const asked: unknown[] = [];
  const transport: Transport = {
    ...answering(),
    query: async function* ({ document, variables }, { signal }) {
      asked.push(String(document).slice(0, 14), variables, signal);
      yield { data: { asset: { symbol: 'BTC', price: 1 } } };
      yield { data: { asset: { symbol: 'BTC', price: 2 } } };
    },
  };
  const { signal } = new AbortController();
  const asset = await createClient({ transport }).prices.get({ symbol: 'BTC' }, { signal });
  expect(asset).toEqual({ symbol: 'BTC', price: 1 });
  expect(asked).toEqual(['query getAsset', { symbol: 'BTC' }, signal]);
});

test('behavior: errors of its results are those of the package, with the code and the data', async () => {
  const client = createClient({ transport: answering(failure) });
  const error = await client.prices.get({ symbol: 'BTC' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UpstreamTimeoutError);
  expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', path: ['asset'], data: { asset: null } });
});

test('behavior: a stream yields each event, until one has an error', async () => {
  const event = { data: { nav: { usd: 1 } } };
  const client = createClient({ transport: answering(event, event, failure) });
  const seen: unknown[] = [];
  const listen = async () => {
    for await (const data of client.subscribe('subscription { nav { usd } }')) seen.push(data);
  };
  await expect(listen()).rejects.toBeInstanceOf(UpstreamTimeoutError);
  expect(seen).toEqual([event.data, event.data]);
});

test('error: a transport without a result', async () => {
  const client = createClient({ transport: answering() });
  await expect(client.prices.get({ symbol: 'BTC' })).rejects.toThrow('no result');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(client.prices.get({ symbol: 'BTC' }, { signal })).rejects.toThrow('enough');
});
