import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { faucetAccount, pollEventually, startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';

const pay = async (gateway: TestGateway, body: unknown): Promise<unknown> =>
  (await gateway.post('/faucet', body)).json();

test('behavior: an old and a new process on one ledger pay side by side, each nonce once', async () => {
  await using chains = await startFaucetChains();
  await using old = await startGateway(chains.env);
  await using next = await startGateway(chains.env);
  const before = await chains.l3.getTransactionCount({ address: faucetAccount.address });
  const addresses = Array.from({ length: 20 }, randomAddress);
  const responses = await Promise.all(
    addresses.map((address, index) => pay(index % 2 === 0 ? old : next, { address, gas: true })),
  );
  expect(responses).toEqual(addresses.map(() => expect.objectContaining({ success: true })));
  for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  const after = await chains.l3.getTransactionCount({ address: faucetAccount.address });
  expect(after).toBe(before + 20);
});

test.each([
  ['at once', true],
  ['a while later', false],
])(
  'race: the same request at both, whose block comes %s, is paid once',
  async (_when, isAutomatic) => {
    await using chains = await startFaucetChains();
    await using old = await startGateway(chains.env);
    await using next = await startGateway(chains.env);
    await chains.l3.setAutomine(isAutomatic);
    for (let round = 0; round < 4; round += 1) {
      const address = randomAddress();
      const responses = [old, next].map((gateway) => pay(gateway, { address }));
      if (!isAutomatic) {
        await pollEventually(async () => (await chains.l3.getTxpoolStatus()).pending).toBe(1);
        await chains.l3.mine({ blocks: 1 });
      }
      const [one, other] = await Promise.all(responses);
      expect(one).toMatchObject({ success: true, usdc: { amount: '100 USDC' } });
      expect(other).toEqual(one);
      expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    }
  },
);
