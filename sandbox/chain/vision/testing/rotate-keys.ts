import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem';
import { createOracleKeySet } from '../../../oracle/bls/oracle-keys.ts';
import { type ContractTestChain, createCallOptions } from '../../testing/contract-test-chain.ts';
import { signConsensus } from '../sign-consensus.ts';
import type { VisionFixture } from './vision-fixture.ts';

/**
 * Returns the arguments of `rotate` to the keys of snapshot `nonce`, signed with the keys of the
 * previous snapshot.
 */
export function createSignedRotationArguments(fixture: VisionFixture, nonce: number) {
  const { keys, possessions } = createOracleKeySet(nonce);
  const keysHash = keccak256(encodeAbiParameters(parseAbiParameters('bytes[]'), [keys]));
  const message = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, address, string, bytes32, uint256'), [
      BigInt(fixture.domain.chainId),
      fixture.registry.address,
      'ROTATE_ORACLES',
      keysHash,
      BigInt(nonce - 1),
    ]),
  );
  return [keys, possessions, ...signConsensus(message, [0, 1], nonce - 1)] as const;
}

/** Rotates the registry to the keys of snapshot `nonce`. */
export async function rotateKeys(
  testChain: ContractTestChain,
  fixture: VisionFixture,
  nonce: number,
): Promise<void> {
  const options = { ...createCallOptions(fixture.alice), gas: 8_000_000n };
  await testChain.waitUntilMined(
    fixture.registry.write.rotate(createSignedRotationArguments(fixture, nonce), options),
  );
}
