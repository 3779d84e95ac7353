import { bls12_381 } from 'noble-curves/bls12-381.js';
import { type Hex, hexToBytes } from 'viem';
import { encodePublicKey, type PublicKey, type Signature } from './encode-points.ts';

/** Ciphersuites of RFC 9380 and the BLS draft, the same as in `Bls12381.sol`. */
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

/** Proves that the holder of a key knows its secret, against keys made from others' keys. */
export function provePossession(secret: bigint): Signature {
  return hashed(hexToBytes(encodePublicKey(derivePublicKey(secret))), POSSESSION_DST).multiply(
    secret,
  );
}

/** Returns whether the sum of these keys' signatures over `message` is `signature`. */
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

/** Adds signatures over one message into one. */
export function aggregateSignatures(signatures: readonly Signature[]): Signature {
  return signatures.reduce((sum, each) => sum.add(each), G1.Point.ZERO);
}

function hashed(message: Uint8Array, DST: string): Signature {
  return G1.hashToCurve(message, { DST });
}
