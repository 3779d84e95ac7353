import type { Hex } from 'viem';
import { encodeSignature } from '../../oracle/bls/encode-points.ts';
import { deriveOracleSecret, ORACLE_COUNT } from '../../oracle/bls/oracle-keys.ts';
import { aggregateSignatures, signMessage } from '../../oracle/bls/signatures.ts';

/** The last three arguments of a contract call that needs a quorum of oracles. */
export type ConsensusArguments = readonly [
  blsSignature: Hex,
  referenceNonce: bigint,
  signersBitmask: bigint,
];

/**
 * Signs a message with the keys of the sandbox oracles, for transactions before the oracles run.
 *
 * @param signers - Positions of the oracles that sign; all by default.
 * @param nonce - Key snapshot of the registry.
 */
export function signConsensus(
  message: Hex,
  signers: readonly number[] = Array.from({ length: ORACLE_COUNT }, (_, i) => i),
  nonce = 1,
): ConsensusArguments {
  const signatures = signers.map((index) =>
    signMessage(message, deriveOracleSecret({ index, nonce })),
  );
  const mask = signers.reduce((bits, index) => bits | (1n << BigInt(index)), 0n);
  return [encodeSignature(aggregateSignatures(signatures)), BigInt(nonce), mask];
}
