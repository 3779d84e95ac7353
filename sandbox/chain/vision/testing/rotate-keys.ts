import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem';
import { createOracleKeySet } from '../../../oracle/bls/keys.ts';
import { type ContractKit, callOptionsOf } from '../../testing/contract-kit.ts';
import { signConsensus } from '../consensus.ts';
import type { VisionWorld } from './vision-world.ts';

/** Arguments of `rotate` to the keys of snapshot `nonce`, signed by those of the one before. */
export function signedRotationArguments(world: VisionWorld, nonce: number) {
  const { keys, possessions } = createOracleKeySet(nonce);
  const keysHash = keccak256(encodeAbiParameters(parseAbiParameters('bytes[]'), [keys]));
  const message = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, address, string, bytes32, uint256'), [
      BigInt(world.domain.chainId),
      world.registry.address,
      'ROTATE_ORACLES',
      keysHash,
      BigInt(nonce - 1),
    ]),
  );
  return [keys, possessions, ...signConsensus(message, [0, 1], nonce - 1)] as const;
}

/** Moves the registry to the keys of snapshot `nonce`. */
export async function rotateKeys(
  kit: ContractKit,
  world: VisionWorld,
  nonce: number,
): Promise<void> {
  const options = { ...callOptionsOf(world.alice), gas: 8_000_000n };
  await kit.mined(world.registry.write.rotate(signedRotationArguments(world, nonce), options));
}
