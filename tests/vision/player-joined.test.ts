import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { encodeAbiParameters, encodeEventTopics, pad, toHex } from 'viem';
import { expect, test } from 'vitest';
import { visionAbi } from '../../generated/abi/vision.ts';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { wallet } from '../support/world/data-node-responses.ts';

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

type Join = ReturnType<typeof joinAt>;

/** A folder with a deployment file, which is removed with the stack. */
async function createDeployment(stack: AsyncDisposableStack): Promise<string> {
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'joins-')), (path) =>
    rm(path, { recursive: true }),
  );
  await writeFile(
    join(dir, 'active-deployment.json'),
    JSON.stringify({ chainId: 1337, contracts: { Vision: vision } }),
  );
  return dir;
}

const query = 'subscription { playerJoined(batchId: "7") { blockNumber transactionHash } }';

/** A gateway over a node that shows `heads`, one look after the other, and the logs of `logsAt`. */
async function watch(heads: readonly number[], logsAt: (look: number) => readonly Join[]) {
  await using stack = new AsyncDisposableStack();
  const dir = await createDeployment(stack);
  let looks = 0;
  const results: Record<string, (params: readonly Record<string, string>[]) => unknown> = {
    eth_blockNumber: () => toHex(heads[Math.min(looks++, heads.length - 1)] ?? 0),
    eth_call: () => pad('0x8'),
    eth_getLogs: ([filter]) => {
      const [from, to] = [Number(filter?.fromBlock), Number(filter?.toBlock)];
      if (from > to) return null;
      return logsAt(looks).filter(({ blockNumber }) => {
        const block = Number(blockNumber);
        return block >= from && block <= to;
      });
    },
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
  const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
  stack.defer(() => reader.disconnect());
  await expect.poll(() => looks, { timeout: 12_000 }).toBeGreaterThan(heads.length);
  return reader.events();
}

const told = (joins: readonly Join[]) =>
  joins.map(({ blockNumber, transactionHash }) => ({
    data: { playerJoined: { blockNumber: String(Number(blockNumber)), transactionHash } },
  }));

test.concurrent('behavior: a join is sent once, also when the next node is some blocks behind', async () => {
  const joins = [12, 14].map(joinAt);
  expect(await watch([10, 12, 11, 12, 11, 13, 14], () => joins)).toEqual(told(joins));
});

test.concurrent('behavior: a join is sent when the node with the logs was behind the node with the head', async () => {
  const joins = [9, 12, 13].map(joinAt);
  const events = await watch([10, 12, 14, 14, 15], (look) =>
    look < 4 ? joins.slice(0, 1) : joins,
  );
  expect(events).toEqual(told(joins.slice(1)));
});

test.concurrent('behavior: of replaced blocks a join is sent once, wherever it is now', async () => {
  const [first, second] = [joinAt(12), joinAt(13)];
  const moved = { ...first, blockNumber: toHex(13) };
  const earlier = { ...second, blockNumber: toHex(11) };
  const events = await watch([10, 12, 13, 14], (look) => (look < 3 ? [first] : [earlier, moved]));
  expect(events).toEqual(told([first, earlier]));
});

test.concurrent('behavior: a restarted chain is read from its first block', async () => {
  const joins = [3, 4].map(joinAt);
  expect(await watch([500, 501, 2, 2, 4, 5], () => joins)).toEqual(told(joins));
});

test.concurrent('error: the calls of one look at the chain share one deadline', async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const calls: string[] = [];
  const node = stack.use(
    await startUpstream(async (request, response) => {
      const { id, method } = JSON.parse(await text(request));
      calls.push(method);
      // The head comes late, and what is read after it never.
      if (method !== 'eth_blockNumber') return;
      const body = JSON.stringify({ jsonrpc: '2.0', id, result: '0x10' });
      setTimeout(() => response.setHeader('content-type', 'application/json').end(body), 3000);
    }),
  );
  const env = { L3_RPC_URL: node.url, DEPLOYMENTS_DIR: await createDeployment(stack) };
  const gateway = stack.use(await startGateway(env));
  const begun = performance.now();
  const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
  stack.defer(() => reader.disconnect());
  await expect.poll(() => reader.events()).toHaveLength(1);
  const took = performance.now() - begun;
  expect(reader.events()).toMatchObject([
    { errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }] },
  ]);
  expect(calls.slice(0, 2)).toEqual(['eth_blockNumber', 'eth_call']);
  expect(took).toBeGreaterThan(4500);
  expect(took).toBeLessThan(7000);
});
