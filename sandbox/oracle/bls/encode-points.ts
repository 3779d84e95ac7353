import { bls12_381 } from 'noble-curves/bls12-381.js';
import { type Hex, hexToBytes, toHex } from 'viem';

/** A signature: a point of G1. */
export type Signature = InstanceType<typeof bls12_381.G1.Point>;

/** A public key: a point of G2. */
export type PublicKey = InstanceType<typeof bls12_381.G2.Point>;

/** Length of a field element as EIP-2537 encodes it: 16 zero bytes and 48 bytes of value. */
const WORD = 64;

/** Encodes a signature for the contract: 128 bytes, x then y (EIP-2537). */
export function encodeSignature(signature: Signature): Hex {
  const { x, y } = signature.toAffine();
  return toHex(joinWords([x, y]));
}

/** Encodes a public key for the contract: 256 bytes, c0 then c1 of each coordinate (EIP-2537). */
export function encodePublicKey(key: PublicKey): Hex {
  const { x, y } = key.toAffine();
  return toHex(joinWords([x.c0, x.c1, y.c0, y.c1]));
}

/**
 * Parses a signature.
 *
 * @throws {RangeError} the text is not 128 bytes of hex, or not a point of the group.
 */
export function parseSignature(hex: Hex): Signature {
  const [x, y] = splitWords(hex, 2);
  const point = bls12_381.G1.Point.fromAffine({ x: x ?? 0n, y: y ?? 0n });
  return checked(point);
}

/**
 * Parses a public key.
 *
 * @throws {RangeError} the text is not 256 bytes of hex, or not a point of the group.
 */
export function parsePublicKey(hex: Hex): PublicKey {
  const [x0 = 0n, x1 = 0n, y0 = 0n, y1 = 0n] = splitWords(hex, 4);
  const { Fp2 } = bls12_381.fields;
  const point = bls12_381.G2.Point.fromAffine({
    x: Fp2.create({ c0: x0, c1: x1 }),
    y: Fp2.create({ c0: y0, c1: y1 }),
  });
  return checked(point);
}

function checked<T extends { assertValidity: () => void }>(point: T): T {
  try {
    point.assertValidity();
  } catch (cause) {
    throw new RangeError('not a point of the group', { cause });
  }
  return point;
}

function joinWords(values: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(values.length * WORD);
  values.forEach((value, i) => {
    bytes.set(hexToBytes(toHex(value, { size: WORD })), i * WORD);
  });
  return bytes;
}

function splitWords(hex: Hex, count: number): readonly bigint[] {
  if (!/^0x[0-9a-fA-F]*$/.test(hex) || hex.length !== 2 + 2 * WORD * count) {
    throw new RangeError(`expected ${count * WORD} bytes of hex`);
  }
  return Array.from({ length: count }, (_, i) => {
    const at = 2 + 2 * WORD * i;
    const value = BigInt(`0x${hex.slice(at, at + 2 * WORD)}`);
    if (value >= bls12_381.fields.Fp.ORDER) throw new RangeError('not a field element');
    return value;
  });
}
