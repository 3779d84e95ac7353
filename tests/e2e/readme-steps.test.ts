import {
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdc18Abi } from '../../generated/abi/usdc18.ts';
import { visionAbi } from '../../generated/abi/vision.ts';
import {
  encodeTestBitmap,
  waitUntilResponse,
} from '../../sandbox/oracle/testing/test-oracle-network.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

type Batch = { id: number; paused: boolean; config_hash: Hex; market_ids: readonly string[] };

type Operation = {
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly in: string;
    readonly name: string;
    readonly schema: { readonly example?: string };
  }[];
};

const stack = new AsyncDisposableStack();
let sandbox: TestSandbox;
let gateway: TestGateway;
beforeAll(async () => {
  sandbox = stack.use(await startTestSandbox());
  gateway = stack.use(await startGateway(sandbox.gatewayEnv as Record<string, string>));
}, 120_000);
afterAll(() => stack.disposeAsync());

const call = async (path: string, init?: RequestInit) => (await gateway.rest(path, init)).json();

test('default: the examples of the document name what there is in the sandbox', async () => {
  const document = await (await fetch(`${gateway.url}/openapi.json`)).json();
  const operations = document.paths as Record<string, { readonly get?: Operation }>;
  const asked = [
    '/portfolio',
    '/portfolio/history',
    '/portfolio/trades',
    '/lending/position',
    '/lending/history',
    '/user-state',
    '/vision/batch/{id}/state',
    '/vision/batch/{id}/history',
    '/vision/balance/{batch_id}/{address}',
    '/vision/leaderboard',
  ];
  for (const path of asked) {
    const search = new URLSearchParams();
    let target = path;
    for (const { name, schema, ...parameter } of operations[path]?.get?.parameters ?? []) {
      if (schema.example === undefined) continue;
      if (parameter.in === 'path') target = target.replace(`{${name}}`, schema.example);
      else search.set(name, schema.example);
    }
    const response = await gateway.rest(`${target}?${search}`);
    const text = await response.text();
    expect(response.status, `${target}: ${text}`).toBe(200);
    // Before the first tick has ended there is no history.
    if (!target.endsWith('8/history'))
      expect(text, target).not.toMatch(/^(\[\]|.*"positions":\[\])/);
  }
});

test('default: a new key with nothing but the faucet approves and joins a batch of the sandbox', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const transport = http(sandbox.urls.l3);
  const wallet = createWalletClient({ account, transport });
  const chain = createPublicClient({ transport, pollingInterval: 50 });
  const mined = async (hash: Hex) => (await chain.waitForTransactionReceipt({ hash })).status;

  const paid = await call('/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address, gas: true }),
  });
  expect(paid).toMatchObject({
    success: true,
    usdc: { amount: '100 USDC' },
    gas: { amount: '0.5 S' },
  });

  const { contracts } = await call('/deployment?file=active-deployment.json');
  const { L3_WUSDC: usdc, Vision: vision } = contracts as Record<'L3_WUSDC' | 'Vision', Address>;
  const approve = { abi: usdc18Abi, address: usdc, functionName: 'approve' } as const;
  const approved = wallet.writeContract({
    ...approve,
    args: [vision, parseEther('50')],
    chain: null,
  });
  expect(await mined(await approved)).toBe('success');

  const { batches } = (await call('/vision/batches')) as { batches: readonly Batch[] };
  const batch = batches.find(({ paused, market_ids }) => !paused && market_ids.length > 0);
  if (batch === undefined) throw new Error('there is no batch to join');
  const { hash } = encodeTestBitmap('U'.repeat(batch.market_ids.length));
  const args = [
    BigInt(batch.id),
    batch.config_hash,
    parseEther('50'),
    parseEther('0.1'),
    hash,
  ] as const;
  // The last seconds of a tick take no joins.
  const join = () =>
    wallet
      .writeContract({
        abi: visionAbi,
        address: vision,
        functionName: 'joinBatch',
        args,
        chain: null,
      })
      .then(mined, String);
  await waitUntilResponse(join, (outcome) => outcome === 'success');
}, 120_000);
