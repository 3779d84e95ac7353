import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { encodeAbiParameters, encodeEventTopics, pad, toHex } from 'viem';
import { expect, test } from 'vitest';
import { visionAbi } from '../../generated/abi/vision.ts';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { wallet } from '../support/world/data-node-answers.ts';

const vision = '0x00000000000000000000000000000000000000aa';

/** The event of a player's joining batch 7 in a block. */
const joinAt = (block: number) => ({
  address: vision,
  topics: encodeEventTopics({
    abi: visionAbi,
    eventName: 'PlayerJoined',
    args: { batchId: 7n, player: wallet },
  }),
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [1n, pad('0xb1')]),
  blockNumber: toHex(block),
  transactionHash: pad(toHex(block)),
  transactionIndex: '0x0',
  blockHash: pad(toHex(block)),
  logIndex: '0x0',
  removed: false,
});

test('behavior: a join is told once, also when the node that is asked next is some blocks behind', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'joins-')), (path) =>
    rm(path, { recursive: true }),
  );
  await writeFile(
    join(dir, 'active-deployment.json'),
    JSON.stringify({ chainId: 1337, contracts: { Vision: vision } }),
  );
  /** What a balancer shows of several nodes, one look after the other. */
  const heads = [10, 12, 11, 12, 11, 13, 14];
  const joins = [12, 14].map(joinAt);
  let looks = 0;
  const results: Record<string, (params: readonly Record<string, string>[]) => unknown> = {
    eth_blockNumber: () => toHex(heads[Math.min(looks++, heads.length - 1)] ?? 0),
    eth_call: () => pad('0x8'),
    eth_getLogs: ([filter]) =>
      joins.filter(({ blockNumber }) => {
        const block = Number(blockNumber);
        return block >= Number(filter?.fromBlock) && block <= Number(filter?.toBlock);
      }),
  };
  const node = stack.use(
    await startUpstream(async (request, response) => {
      const { id, method, params } = JSON.parse(await text(request));
      const result = results[method]?.(params) ?? null;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }),
  );
  const gateway = stack.use(await startGateway({ L3_RPC_URL: node.url, DEPLOYMENTS_DIR: dir }));
  const query = 'subscription { playerJoined(batchId: "7") { blockNumber } }';
  const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
  stack.defer(() => reader.leave());
  await expect.poll(() => looks, { timeout: 12_000 }).toBeGreaterThan(heads.length);
  expect(reader.events()).toEqual(
    ['12', '14'].map((blockNumber) => ({ data: { playerJoined: { blockNumber } } })),
  );
});
