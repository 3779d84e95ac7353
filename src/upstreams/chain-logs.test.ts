import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { encodeAbiParameters, encodeEventTopics, getAbiItem, pad, toHex } from 'viem';
import { expect, test } from 'vitest';
import { visionAbi } from '../../generated/abi/vision.ts';
import { ChainBehindError } from '../lib/errors.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { createEvmChainClients } from './evm-chain.ts';
import { createHttpClient } from './http-client.ts';

const address = `0x${'aa'.repeat(20)}` as const;
const player = `0x${'11'.repeat(20)}` as const;
const query = { address, events: [getAbiItem({ abi: visionAbi, name: 'PlayerJoined' })] };

const joinAt = (block: number, hash = pad(toHex(block))) => ({
  address,
  topics: encodeEventTopics({
    abi: visionAbi,
    eventName: 'PlayerJoined',
    args: { batchId: 7n, player },
  }),
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [1n, hash]),
  blockNumber: toHex(block),
  transactionHash: hash,
  transactionIndex: '0x0',
  blockHash: hash,
  logIndex: '0x0',
  removed: false,
});

/** A chain that the test changes while it is read. */
type Chain = {
  head: number;
  joins: ReturnType<typeof joinAt>[];
  /** The response to a range that the node refuses; null for one that it answers. */
  refuse: (blocks: number) => { readonly status: number; readonly body: object } | null;
};

async function startChain(chain: Chain) {
  const ranges: number[] = [];
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request));
    const [from, to] = [Number(params[0]?.fromBlock), Number(params[0]?.toBlock)];
    let refused: ReturnType<Chain['refuse']> = null;
    if (method === 'eth_getLogs') {
      ranges.push(to - from + 1);
      refused = chain.refuse(to - from + 1);
    }
    const logs = () =>
      chain.joins.filter(
        ({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to,
      );
    const result = method === 'eth_getLogs' ? logs() : toHex(chain.head);
    response.writeHead(refused?.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(refused?.body ?? { result }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const http = createHttpClient({
    name: 'chain',
    baseUrl: `http://127.0.0.1:${port}`,
    telemetry: createTelemetry(),
  });
  const clients = createEvmChainClients('chain', http);
  return {
    ranges,
    readBlocks: async () => {
      const client = clients.clientFor(AbortSignal.timeout(20_000));
      const logs = await clients.logs.readAll(client, query);
      return logs.map(({ blockNumber }) => Number(blockNumber));
    },
    [Symbol.asyncDispose]: async () => {
      await http.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

const rpcError = (code: number, message: string) => ({
  status: 200,
  body: { error: { code, message } },
});
const refusals = [
  ['-32005', 700, rpcError(-32005, 'query returned more than 10000 results')],
  ['-32602', 200, rpcError(-32602, 'exceed maximum block range: 200')],
  ['-32614', 1000, rpcError(-32614, 'eth_getLogs is limited to a 1,000 range')],
  ['HTTP 413', 500, { status: 413, body: { error: 'Log response size exceeded' } }],
  ['HTTP 400', 64, { status: 400, body: { error: 'block range is too wide' } }],
] as const;

test.each(refusals)(
  'behavior: ranges that a node refuses with %s become smaller',
  async (_name, most, refusal) => {
    await using chain = await startChain({
      head: 5000,
      joins: [1, 1999, 2000, 2001, 4990, 5000].map((block) => joinAt(block)),
      refuse: (blocks) => (blocks > most ? refusal : null),
    });
    expect(await chain.readBlocks()).toEqual([1, 1999, 2000, 2001, 4990, 5000]);
    expect(Math.max(...chain.ranges)).toBeLessThanOrEqual(2000);
  },
);

test('behavior: a later read begins behind the final blocks, also after a long outage', async () => {
  const world: Chain = { head: 5000, joins: [joinAt(10), joinAt(4999)], refuse: () => null };
  await using chain = await startChain(world);
  await chain.readBlocks();
  chain.ranges.length = 0;
  world.head = 15_000;
  world.joins.push(joinAt(9000));
  expect(await chain.readBlocks()).toEqual([10, 4999, 9000]);
  expect(chain.ranges.reduce((sum, blocks) => sum + blocks, 0)).toBe(15_000 - 4988);
  expect(Math.max(...chain.ranges)).toBeLessThanOrEqual(2000);
});

test('behavior: a replaced block loses its logs', async () => {
  const world: Chain = { head: 100, joins: [joinAt(50), joinAt(95)], refuse: () => null };
  await using chain = await startChain(world);
  expect(await chain.readBlocks()).toEqual([50, 95]);
  world.joins = [joinAt(50), joinAt(96, pad('0xb0'))];
  world.head = 101;
  expect(await chain.readBlocks()).toEqual([50, 96]);
});

test('behavior: a node that is behind answers with the logs that are known', async () => {
  const world: Chain = { head: 100, joins: [joinAt(50), joinAt(95)], refuse: () => null };
  await using chain = await startChain(world);
  await chain.readBlocks();
  world.head = 92;
  expect(await chain.readBlocks()).toEqual([50]);
});

test('error: a node that refuses every range makes the chain behind', async () => {
  await using chain = await startChain({
    head: 100,
    joins: [],
    refuse: () => rpcError(-32005, 'limit exceeded'),
  });
  await expect(chain.readBlocks()).rejects.toBeInstanceOf(ChainBehindError);
});
