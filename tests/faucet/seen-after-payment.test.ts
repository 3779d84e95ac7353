import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { userState } from '../support/world/data-node-answers.ts';

test('default: who was paid sees it at once, through both doors, though the answer before was fresh', async () => {
  await using own = new AsyncDisposableStack();
  const chains = own.use(await startFaucetChains());
  const address = privateKeyToAddress(generatePrivateKey());
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

  expect(await seen()).toEqual(['0', '0']);
  expect(await seen()).toEqual(['0', '0']);
  const paid = await gateway.rest('/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  expect(paid.status).toBe(200);
  const hundred = String(parseEther('100'));
  expect(await seen()).toEqual([hundred, hundred]);
});
