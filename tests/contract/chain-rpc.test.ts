import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

type RpcCall = {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
};

const received: RpcCall[] = [];
let node: Awaited<ReturnType<typeof startUpstream>>;

beforeAll(async () => {
  node = await startUpstream(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call = JSON.parse(text) as RpcCall;
    received.push(call);
    const reverted = { code: 3, message: 'execution reverted', data: '0x5fb23c2f' };
    const outcome = call.method === 'eth_call' ? { error: reverted } : { result: '0x2a' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...outcome }));
  });
});
afterAll(() => node[Symbol.asyncDispose]());

const start = (passthrough: 'on' | 'off') =>
  startGateway({ L3_RPC_URL: node.url, L3_RPC_PASSTHROUGH: passthrough });

async function post(url: string, body: unknown) {
  const response = await fetch(`${url}/rpc/l3`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { response, status: response.status, body: await response.json() };
}

const call = (method: string, id = 1, params: readonly unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

test('default: calls reach the chain, single and in a batch, with the ids of the client', async () => {
  await using gateway = await start('on');
  expect((await post(gateway.url, call('eth_blockNumber', 7))).body).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: '0x2a',
  });
  const { body, response } = await post(gateway.url, [
    call('eth_chainId', 1),
    call('net_version', 2),
  ]);
  expect(body.map(({ id }: RpcCall) => id)).toEqual([1, 2]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('behavior: the data of a revert reaches the client, which can translate it', async () => {
  await using gateway = await start('on');
  const { body } = await post(gateway.url, call('eth_call', 1, [{ to: '0x0' }, 'latest']));
  expect(body.error).toMatchObject({ code: 3, data: '0x5fb23c2f' });
});

test.each(['eth_call', 'eth_estimateGas'])('behavior: the gas of %s is capped', async (method) => {
  await using gateway = await start('on');
  received.length = 0;
  const to = '0x00000000000000000000000000000000000000aa';
  for (const gas of ['0xffffffffffffffff', undefined, '0x5208'])
    await post(gateway.url, call(method, 1, [{ to, gas }, 'latest']));
  await post(gateway.url, call(method, 1, [{ to }]));
  expect(received.map(({ params }) => params)).toEqual([
    [{ to, gas: '0x989680' }, 'latest'],
    [{ to, gas: '0x989680' }, 'latest'],
    [{ to, gas: '0x5208' }, 'latest'],
    [{ to, gas: '0x989680' }, 'latest'],
  ]);
});

test('behavior: a call runs at the block that it names', async () => {
  await using gateway = await start('on');
  received.length = 0;
  const to = '0x00000000000000000000000000000000000000aa';
  await post(gateway.url, call('eth_call', 1, [{ to }, '0x1f']));
  expect(received.map(({ params }) => params.at(1))).toEqual(['0x1f']);
});

test('error: overrides of state and block, and unknown fields reach no chain', async () => {
  await using gateway = await start('on');
  received.length = 0;
  const to = '0x00000000000000000000000000000000000000aa';
  for (const params of [
    [{ to }, 'latest', { [to]: { code: '0x5b600056' } }],
    [{ to }, 'latest', {}, { gasLimit: '0xffffffffffff' }],
    [{ to }, { blockNumber: '0x1' }],
    [{ to, gas: 'a lot' }, 'latest'],
    [{ to, code: '0x5b600056' }, 'latest'],
    [],
  ]) {
    for (const method of ['eth_call', 'eth_estimateGas']) {
      const { body } = await post(gateway.url, call(method, 1, params));
      expect(body.error.code, JSON.stringify(params)).toBe(-32602);
      expect(body.error.message).toContain('overrides are not available');
    }
  }
  expect(received).toEqual([]);
});

test('error: forwarded calls count in the limit of REST', async () => {
  await using gateway = await startGateway({
    L3_RPC_URL: node.url,
    L3_RPC_PASSTHROUGH: 'on',
    RATE_LIMIT_REST_PER_MINUTE: '5',
  });
  const batch = Array.from({ length: 4 }, (_, id) => call('eth_chainId', id));
  expect((await post(gateway.url, batch)).status).toBe(200);
  const { status, response } = await post(gateway.url, batch);
  expect(status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('error: other methods are refused without a call to the chain', async () => {
  await using gateway = await start('on');
  received.length = 0;
  for (const method of ['anvil_setBalance', 'eth_sendTransaction', 'debug_traceCall']) {
    const { body } = await post(gateway.url, call(method));
    expect(body.error.code).toBe(-32601);
    expect(body.error.message).toContain('eth_sendRawTransaction');
  }
  expect(received).toEqual([]);
});

test('error: malformed bodies, too large batches and other HTTP methods', async () => {
  await using gateway = await start('on');
  const batch = Array.from({ length: 21 }, (_, id) => call('eth_chainId', id));
  for (const body of ['{', { id: 1 }, [], batch, call('eth_chainId', 1, 'x' as never)]) {
    expect((await post(gateway.url, body)).status).toBe(400);
  }
  const large = call('eth_call', 1, ['x'.repeat(200_000)]);
  expect((await post(gateway.url, large)).status).toBe(413);
  const get = await fetch(`${gateway.url}/rpc/l3`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});

test('error: more than 1,200 calls a minute are refused', async () => {
  await using gateway = await start('on');
  const batch = Array.from({ length: 20 }, (_, id) => call('no_such_method', id));
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) statuses.push((await post(gateway.url, batch)).status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
  expect(statuses[60]).toBe(429);
});

test('error: without the sandbox the path does not exist', async () => {
  await using gateway = await start('off');
  expect((await post(gateway.url, call('eth_chainId'))).status).toBe(404);
});

test('error: a chain that cannot be reached is an error of the call, without its address', async () => {
  await using gateway = await startGateway({
    L3_RPC_URL: 'http://127.0.0.1:1',
    L3_RPC_PASSTHROUGH: 'on',
  });
  const { status, body } = await post(gateway.url, call('eth_chainId'));
  expect(status).toBe(200);
  expect(body.error).toEqual({ code: -32603, message: 'the L3 chain cannot be reached' });
});
