import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { faucetAccount, startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway } from '../support/gateway.ts';
import { someone } from '../support/someone.ts';

test('behavior: an old and a new process on one ledger pay side by side, each nonce once', async () => {
  await using chains = await startFaucetChains();
  await using old = await startGateway(chains.env);
  await using next = await startGateway(chains.env);
  const before = await chains.l3.getTransactionCount({ address: faucetAccount.address });
  const addresses = Array.from({ length: 20 }, someone);
  const statuses = await Promise.all(
    addresses.map(async (address, index) => {
      const answer = await (index % 2 === 0 ? old : next).post('/faucet', {
        address,
        gas: true,
      });
      return answer.status;
    }),
  );
  expect(statuses).toEqual(addresses.map(() => 200));
  for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  const after = await chains.l3.getTransactionCount({ address: faucetAccount.address });
  expect(after).toBe(before + 20);
});
