import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallOptions, describeRevert } from '../../chain/testing/contract-test-chain.ts';
import { rotateKeys } from '../../chain/vision/testing/rotate-keys.ts';
import {
  encodeTestBitmap,
  startTestOracleNetwork,
  type TestOracleNetwork,
  waitUntilResponse,
} from '../testing/test-oracle-network.ts';

let market: TestOracleNetwork;
beforeAll(async () => {
  market = await startTestOracleNetwork();
}, 60_000);
afterAll(() => market?.[Symbol.asyncDispose]());

type Claim = readonly [bigint, bigint, bigint, bigint, `0x${string}`, bigint, bigint];

async function claimOf(player: string): Promise<Claim | null> {
  const { body } = await market.get(0, `/vision/balance/1/${player}`);
  if (body.bls_sig === undefined) return null;
  const number = (name: string) => BigInt(String(body[name]));
  return [
    1n,
    number('from_tick'),
    number('to_tick'),
    number('new_balance'),
    body.bls_sig as `0x${string}`,
    number('reference_nonce'),
    number('signer_bitmap'),
  ];
}

test('behavior: after a key rotation old proofs are stale, and the oracles sign with the new keys', async () => {
  const { fixture, testChain, join } = market;
  const { alice, vision } = fixture;
  await join(alice, encodeTestBitmap('UUU'));
  const attempt = async (claim: Claim | null) =>
    claim === null
      ? 'no proof'
      : describeRevert(vision.simulate.claimRewards(claim, createCallOptions(alice))).then(
          (revert) => revert,
        );
  let fresh: Claim | null = null;
  await waitUntilResponse(
    async () => {
      fresh = await claimOf(alice);
      return attempt(fresh);
    },
    (revert) => revert === 'did not revert',
  );
  await rotateKeys(testChain, fixture, 2);
  // The old keys make the signature invalid. If the tick has passed meanwhile, the range of ticks
  // is checked first.
  expect(['InvalidBLSSignature', 'InvalidTickRange']).toContain(await attempt(fresh));
  const accepted = await waitUntilResponse(
    async () => {
      const claim = await claimOf(alice);
      return { revert: await attempt(claim), nonce: claim?.[5] };
    },
    ({ revert, nonce }) => revert === 'did not revert' && nonce === 2n,
  );
  expect(accepted.nonce).toBe(2n);
}, 60_000);
