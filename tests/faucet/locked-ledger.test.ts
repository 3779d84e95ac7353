import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';
import { randomAddress } from '../support/random-address.ts';

test('error: a ledger that stores no payout is a failed transaction through both APIs', async () => {
  await using chains = await startFaucetChains();
  await using gateway = await startGateway(chains.env);
  const file = new DatabaseSync(join(String(chains.env.STATE_DIR), 'faucet.sqlite'));
  file.exec(
    `CREATE TRIGGER full BEFORE INSERT ON payouts BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  );
  file.close();
  const response = await gateway.post('/faucet', { address: randomAddress() });
  expect([response.status, await response.json()]).toEqual([500, { error: 'transaction failed' }]);
  const { data, errors } = await gateway.query(
    'mutation ($address: String!) { requestFaucet(input: { address: $address }) { success userErrors { code message } } }',
    { address: randomAddress() },
  );
  expect(errors).toBeUndefined();
  const userErrors = [{ code: 'TRANSACTION_FAILED', message: 'transaction failed' }];
  expect(data).toEqual({ requestFaucet: { success: false, userErrors } });
});

test('error: a ledger that cannot be written when an outcome was received ends nothing', async () => {
  await using chains = await startFaucetChains();
  await using gateway = await startGatewayProcess({ ...chains.env, LOG_LEVEL: 'warn' });
  const ask = async () => {
    const response = await postJson(`${gateway.url}/api/faucet`, { address: recipient });
    expect(response.status).toBe(200);
    return (await response.json()) as { readonly usdc: { readonly hash: string } };
  };
  const recipient = randomAddress();
  const other = new DatabaseSync(join(String(chains.env.STATE_DIR), 'faucet.sqlite'));
  const paid = await ask();
  other.exec('BEGIN IMMEDIATE');
  await expect.poll(gateway.written, { timeout: 10_000 }).toContain('stays open');
  other.exec('ROLLBACK');
  other.close();
  // Nobody knows that it was received: whoever asks the same is told of it once more.
  expect(await ask()).toEqual(paid);
  expect(await gateway.stop()).toBe(0);
});
