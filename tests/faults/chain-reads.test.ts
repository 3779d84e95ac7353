import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';
import {
  createChainResponder,
  encodeDtfState,
  onChainNav,
} from '../support/world/chain-responses.ts';

const idOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`;
const good = createChainResponder(1337);

/** A request to the chain's node. */
type RpcCall = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
};
type Play = (call: RpcCall) => unknown;

const answer: Play = ({ response, body }) => {
  response.setHeader('content-type', 'application/json');
  response.end(good(body).body);
};

/** What the node does with each call, in their order; the last one again and again. */
let plays: readonly Play[];
let calls: { readonly method: string; readonly at: number }[];
/** When the data node sent its last answer. */
let refusedAt: number;
/** The data node answers so many prices at once; those that wait for it. */
let together: number;
let waiting: ServerResponse[];
let gateway: TestGateway;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  plays = [answer];
  calls = [];
  together = 1;
  waiting = [];
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'chain-reads-')), (path) =>
    rm(path, { recursive: true }),
  );
  const deployment = { chainId: 1337, contracts: { Index: `0x${'aa'.repeat(20)}` } };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  const node = stack.use(
    await startUpstream(async (request, response) => {
      const body = await text(request);
      const play = plays[calls.length] ?? plays.at(-1);
      calls.push({ method: JSON.parse(body).method, at: performance.now() });
      play?.({ request, response, body });
    }),
  );
  const dataNode = stack.use(
    await startUpstream(({ url }, response) => {
      waiting.push(response);
      if (url?.startsWith('/itp-price') && waiting.length < together) return;
      for (const each of waiting.splice(0)) {
        each.writeHead(404, { 'content-type': 'application/json' });
        each.end('{"error":"unknown"}');
      }
      refusedAt = performance.now();
    }),
  );
  const env = { DATA_NODE_URL: dataNode.url, L3_RPC_URL: node.url, DEPLOYMENTS_DIR: dir };
  gateway = stack.use(await startGateway(env));
});
afterEach(() => stack.disposeAsync());

const price = (index: number, init?: RequestInit) =>
  gateway.rest(`/itp-price?itp_id=${idOf(index)}`, init);

const destroy: Play = ({ request }) => request.socket.destroy();
const fail: Play = ({ response }) => {
  response.statusCode = 500;
  response.end();
};

test.each([
  ['breaks', destroy],
  ['fails', fail],
])('default: a read that %s is sent once more', async (_name, play) => {
  plays = [play, answer];
  const response = await price(1);
  expect(await response.json()).toMatchObject({ source: 'onchain' });
  expect(calls.map(({ method }) => method)).toEqual(['eth_call', 'eth_call']);
});

test('error: a read is sent twice at most', async () => {
  plays = [destroy];
  expect((await price(1)).status).toBe(502);
  expect(calls).toHaveLength(2);
});

test('behavior: a client that leaves ends the call to the node', async () => {
  const hanging = Promise.withResolvers<RpcCall>();
  plays = [hanging.resolve];
  const leaving = new AbortController();
  const left = price(1, { signal: leaving.signal }).catch(() => 'left');
  const { response } = await hanging.promise;
  const closed = once(response, 'close');
  leaving.abort();
  expect(await left).toBe('left');
  await Promise.race([closed, sleep(1000).then(() => Promise.reject(new Error('still open')))]);
});

test('behavior: one client that leaves does not end the call that others wait for', async () => {
  const hanging = Promise.withResolvers<RpcCall>();
  plays = [hanging.resolve];
  const leaving = new AbortController();
  const staying = price(1);
  const left = price(1, { signal: leaving.signal }).catch(() => 'left');
  const call = await hanging.promise;
  leaving.abort();
  expect(await left).toBe('left');
  answer(call);
  expect((await staying).status).toBe(200);
});

test('behavior: the two attempts of a read share one deadline', async () => {
  const breakLate: Play = ({ request }) => void setTimeout(() => request.socket.destroy(), 3000);
  plays = [breakLate, () => {}];
  const begun = performance.now();
  expect((await price(1)).status).toBe(502);
  const took = performance.now() - begun;
  expect(calls).toHaveLength(2);
  expect(took).toBeGreaterThan(4500);
  expect(took).toBeLessThan(6500);
});

test('behavior: a read that is alone goes to the chain at once', async () => {
  const gaps: number[] = [];
  for (let index = 1; index <= 20; index += 1) {
    expect((await price(index)).status).toBe(200);
    gaps.push((calls.at(-1)?.at ?? 0) - refusedAt);
  }
  // A timer of 5 ms would delay all of them; the shortest is not disturbed by other work.
  expect(Math.min(...gaps)).toBeLessThan(4);
});

test('behavior: DTFs requested together are read from the chain in one call', async () => {
  together = 8;
  const count = (body: string) => body.split('7bfb3953').length - 1;
  plays = [
    ({ response, body }) => {
      response.setHeader('content-type', 'application/json');
      const { id } = JSON.parse(body);
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id, result: encodeDtfState(onChainNav, count(body)) }),
      );
    },
  ];
  const fields = Array.from(
    { length: 8 },
    (_, i) => `d${i}: dtf(id: "${idOf(i)}") { nav { usd } }`,
  );
  const { data } = await gateway.query<object>(`{ ${fields.join(' ')} }`);
  expect(Object.values(data)).toEqual(new Array(8).fill({ nav: { usd: 10.5 } }));
  expect(calls).toHaveLength(1);
});
