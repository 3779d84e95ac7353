import { bls12_381 } from 'noble-curves/bls12-381.js';
import { type Hex, keccak256, toBytes } from 'viem';
import { encodePublicKey, encodeSignature } from './encode-points.ts';
import { derivePublicKey, provePossession } from './signatures.ts';

/** How many oracles the sandbox runs. */
export const ORACLE_COUNT = 3;

/** Identifies a key of an oracle. */
export type OracleKeyId = {
  /** Position of the oracle in the set, from 0. */
  readonly index: number;
  /** Key snapshot of the registry, from 1. */
  readonly nonce: number;
};

/**
 * Derives the secret of a sandbox oracle from a published phrase, as anvil derives its accounts.
 *
 * The secret is public, because it protects only the sandbox. Every process derives the same keys
 * without a common file. A rotation uses the keys of the next nonce.
 */
export function deriveOracleSecret({ index, nonce }: OracleKeyId): bigint {
  const bytes = toBytes(`dtf-graph sandbox oracle ${index}/${nonce}`);
  const wide = BigInt(keccak256(bytes)) * 2n ** 256n + BigInt(keccak256(keccak256(bytes)));
  return (wide % (bls12_381.fields.Fr.ORDER - 1n)) + 1n;
}

/** Returns the keys and proofs of possession of all oracles, as the registry expects them. */
export function createOracleKeySet(nonce: number): {
  readonly keys: readonly Hex[];
  readonly possessions: readonly Hex[];
} {
  const secrets = Array.from({ length: ORACLE_COUNT }, (_, index) =>
    deriveOracleSecret({ index, nonce }),
  );
  return {
    keys: secrets.map((secret) => encodePublicKey(derivePublicKey(secret))),
    possessions: secrets.map((secret) => encodeSignature(provePossession(secret))),
  };
}

/** Returns how many of `n` oracles make a quorum: two thirds, rounded up. */
export function quorumSize(n: number): number {
  return Math.ceil((2 * n) / 3);
}
