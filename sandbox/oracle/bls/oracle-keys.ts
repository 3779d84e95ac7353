import { bls12_381 } from 'noble-curves/bls12-381.js';
import { type Hex, keccak256, toBytes } from 'viem';
import { encodePublicKey, encodeSignature } from './encode-points.ts';
import { derivePublicKey, provePossession } from './signatures.ts';

/** How many oracles the sandbox runs. */
export const ORACLE_COUNT = 3;

/** Which key of which oracle. */
export type OracleKeyId = {
  /** 0-based position in the oracle set. */
  readonly index: number;
  /** Key snapshot of the registry, from 1. */
  readonly nonce: number;
};

/**
 * Derives a sandbox oracle's secret from a published phrase, as anvil derives its accounts.
 *
 * Anyone can: the keys guard a toy world, and every process derives the same ones without a
 * file to share. A rotation moves to the keys of the next nonce.
 */
export function deriveOracleSecret({ index, nonce }: OracleKeyId): bigint {
  const bytes = toBytes(`dtf-graph sandbox oracle ${index}/${nonce}`);
  const wide = BigInt(keccak256(bytes)) * 2n ** 256n + BigInt(keccak256(keccak256(bytes)));
  return (wide % (bls12_381.fields.Fr.ORDER - 1n)) + 1n;
}

/** Keys and proofs of possession of a whole set, as the registry takes them. */
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
