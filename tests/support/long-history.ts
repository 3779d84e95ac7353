import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAbiParameters, encodeEventTopics, getAddress, parseEther, zeroAddress } from 'viem';
import { indexAbi } from '../../generated/abi/index.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { createGeneratedChain, type GeneratedLog, startGeneratedChain } from './generated-chain.ts';
import { encodeDtfState } from './world/chain-responses.ts';

const head = 999_999;
/** Blocks from one event to the next. */
const gap = 10;
const events = 100_000;
const wallets = 1000;
/** Heap of the gateway that reads the events. */
const heapMegabytes = 96;
const index = `0x${'aa'.repeat(20)}` as const;
const itpId = `0x${'1'.padStart(64, '0')}`;

const walletOf = (event: number) =>
  getAddress(`0x${(1 + (event % wallets)).toString(16).padStart(40, '0')}`);

/** The issue of one share to each wallet in turn. */
const logs: readonly GeneratedLog[] = Array.from({ length: wallets }, (_, event) => ({
  address: index,
  topics: encodeEventTopics({
    abi: indexAbi,
    eventName: 'Transfer',
    args: { sender: zeroAddress, receiver: walletOf(event), id: 1n },
  }) as `0x${string}`[],
  data: encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }],
    [walletOf(event), parseEther('1')],
  ),
}));

/** How many events the fund has, a query that needs all of them, and the data of its response. */
export const longHistory = {
  events,
  query: `{ dtf(id: "${itpId}") {
  holderCount
  holders(first: 1) { unattributedShares edges { node { shares sharePct } } }
  flows { date }
} }`,
  data: {
    dtf: {
      holderCount: wallets,
      holders: {
        unattributedShares: '0',
        edges: [{ node: { shares: String(parseEther(String(events / wallets))), sharePct: 0.1 } }],
      },
    },
  },
} as const;

/** Starts a chain of a million blocks with 100,000 events, and a gateway that has read none. */
export async function startLongHistory() {
  await using stack = new AsyncDisposableStack();
  const chain = createGeneratedChain({
    head,
    logsAt: (block) =>
      block % gap === 0 ? logs.slice((block / gap) % wallets, ((block / gap) % wallets) + 1) : [],
    call: () => encodeDtfState(parseEther('2'), 1, index, parseEther(String(events))),
  });
  const node = stack.use(await startGeneratedChain(chain));
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'history-')), (path) =>
    rm(path, { recursive: true }),
  );
  const deployment = { chainId: 1337, contracts: { Index: index } };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  const { url, pid } = stack.use(
    await startGatewayProcess({
      L3_RPC_URL: node.url,
      DEPLOYMENTS_DIR: dir,
      NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
    }),
  );
  const owned = stack.move();
  return {
    url,
    pid,
    /** How many calls for logs the node has got. */
    countLogCalls: () => node.calls.filter(({ method }) => method === 'eth_getLogs').length,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
