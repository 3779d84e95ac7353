import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';
import { userState } from '../support/world/data-node-responses.ts';

/** A gateway whose data node tells the balance of somebody new, as both doors show it. */
async function startWallet(own: AsyncDisposableStack) {
  const chains = own.use(await startFaucetChains());
  const address = randomAddress();
  const dataNode = own.use(
    await startUpstream((request, response) => {
      if (!request.url?.startsWith('/user-state')) return void response.writeHead(404).end('{}');
      void chains.usdcOf(address).then((balance) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ ...userState, usdc_balance: String(balance) }));
      });
    }),
  );
  const gateway = own.use(await startGateway({ ...chains.env, DATA_NODE_URL: dataNode.url }));
  const itpId = `0x${'01'.padStart(64, '0')}`;
  const seen = async () => {
    const alone = await (await gateway.rest(`/user-state?address=${address}`)).json();
    const { data } = await gateway.query<{
      portfolio: { lending: { balances: { usdc: string } } };
    }>(`{ portfolio(address: "${address}") { lending { balances(itpId: "${itpId}") { usdc } } } }`);
    const { usdc_balance } = alone as { usdc_balance: string };
    return [usdc_balance, data.portfolio.lending.balances.usdc];
  };
  const ask = (signal: AbortSignal | null = null) =>
    gateway.post('/faucet', { address }, { signal });
  return { chains, address, seen, ask };
}

const hundred = String(parseEther('100'));

test('default: a payment is visible at once, through both APIs, though the response before was fresh', async () => {
  await using own = new AsyncDisposableStack();
  const { seen, ask } = await startWallet(own);
  expect(await seen()).toEqual(['0', '0']);
  expect(await seen()).toEqual(['0', '0']);
  expect((await ask()).status).toBe(200);
  expect(await seen()).toEqual([hundred, hundred]);
});

test('behavior: a client that disconnected before the payment sees it, too', async () => {
  await using own = new AsyncDisposableStack();
  const { chains, address, seen, ask } = await startWallet(own);
  await chains.l3.setAutomine(false);
  const leaving = new AbortController();
  const left = ask(leaving.signal).catch(() => 'left');
  const pool = async () => (await chains.l3.getTxpoolStatus()).pending;
  await expect.poll(pool).toBe(1);
  leaving.abort();
  expect(await left).toBe('left');
  // Twice, so that the answers are kept.
  expect([await seen(), await seen()].flat()).toEqual(['0', '0', '0', '0']);
  await chains.l3.mine({ blocks: 1 });
  await expect.poll(() => chains.usdcOf(address).then(String)).toBe(hundred);
  await expect.poll(seen, { timeout: 3000 }).toEqual([hundred, hundred]);
});
