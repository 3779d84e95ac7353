import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAbiParameters, encodeEventTopics, getAddress, parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import {
  createGeneratedChain,
  type GeneratedLog,
  startGeneratedChain,
} from '../support/generated-chain.ts';
import { postJson } from '../support/post-json.ts';
import { residentBytes } from '../support/processes.ts';
import { encodeDtfState } from '../support/world/chain-responses.ts';

const head = 999_999;
/** Blocks from one event to the next. */
const gap = 10;
const events = 100_000;
const wallets = 1000;
const index = `0x${'aa'.repeat(20)}` as const;
const itpId = `0x${'1'.padStart(64, '0')}`;
const mebibyte = 2 ** 20;

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

const query = `{ dtf(id: "${itpId}") {
  holderCount
  holders(first: 1) { unattributedShares edges { node { shares sharePct } } }
  flows { date }
} }`;

test('behavior: a million blocks with 100,000 events are read within a heap of 96 MB', async () => {
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
  const gateway = stack.use(
    await startGatewayProcess({
      L3_RPC_URL: node.url,
      DEPLOYMENTS_DIR: dir,
      NODE_OPTIONS: '--max-old-space-size=96',
    }),
  );
  const before = residentBytes(gateway.pid);
  const started = performance.now();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(gateway.pid));
  }, 50);
  stack.defer(() => clearInterval(timer));
  const ask = async () => (await postJson(`${gateway.url}/graphql`, { query })).json();
  await expect.poll(ask, { timeout: 280_000, interval: 500 }).toMatchObject({
    data: {
      dtf: {
        holderCount: wallets,
        holders: {
          unattributedShares: '0',
          edges: [
            { node: { shares: String(parseEther(String(events / wallets))), sharePct: 0.1 } },
          ],
        },
      },
    },
  });
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${seconds.toFixed(1)} s, ${node.calls.length} calls, ${((peak - before) / mebibyte).toFixed(0)} MiB grown\n`,
  );
  expect(node.calls.filter(({ method }) => method === 'eth_getLogs').length).toBeLessThan(600);
  expect(peak - before).toBeLessThan(150 * mebibyte);
}, 300_000);
