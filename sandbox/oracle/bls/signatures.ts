import { bls12_381 } from 'noble-curves/bls12-381.js';
import { type Hex, hexToBytes } from 'viem';
import { encodePublicKey, type PublicKey, type Signature } from './encode-points.ts';

/** Ciphersuites of RFC 9380 and the BLS draft, equal to those in `Bls12381.sol`. */
const SIGNATURE_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_';
const POSSESSION_DST = 'BLS_POP_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_';

const { G1, G2, fields } = bls12_381;

/** Returns the public key of a secret scalar. */
export function derivePublicKey(secret: bigint): PublicKey {
  return G2.Point.BASE.multiply(secret);
}

/** Signs a 32-byte message (a keccak digest). */
export function signMessage(message: Hex, secret: bigint): Signature {
  return hashed(hexToBytes(message), SIGNATURE_DST).multiply(secret);
}

/**
 * Signs the public key with its own secret, as a proof of possession. It prevents rogue keys, which
 * are computed from the keys of others.
 */
export function provePossession(secret: bigint): Signature {
  return hashed(hexToBytes(encodePublicKey(derivePublicKey(secret))), POSSESSION_DST).multiply(
    secret,
  );
}

/** Returns whether `signature` is the aggregate of these keys' signatures over `message`. */
export function verifySignature(
  message: Hex,
  signature: Signature,
  keys: readonly [PublicKey, ...PublicKey[]],
): boolean {
  const key = keys.reduce((sum, each) => sum.add(each));
  if (signature.is0() || key.is0()) return false;
  const product = bls12_381.pairingBatch([
    { g1: signature, g2: G2.Point.BASE.negate() },
    { g1: hashed(hexToBytes(message), SIGNATURE_DST), g2: key },
  ]);
  return fields.Fp12.eql(product, fields.Fp12.ONE);
}

/** Aggregates signatures over one message into one signature. */
export function aggregateSignatures(signatures: readonly Signature[]): Signature {
  return signatures.reduce((sum, each) => sum.add(each), G1.Point.ZERO);
}

function hashed(message: Uint8Array, DST: string): Signature {
  return G1.hashToCurve(message, { DST });
}
