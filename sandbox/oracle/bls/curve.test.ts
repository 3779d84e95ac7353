import fc from 'fast-check';
import { keccak256, toHex } from 'viem';
import { expect, test } from 'vitest';
import { aggregate, publicKeyOf, sign, verify } from './curve.ts';
import { encodePublicKey, encodeSignature, parsePublicKey, parseSignature } from './encoding.ts';
import { createOracleKeySet, oracleSecret, quorumOf } from './keys.ts';

const secrets = [0, 1, 2].map((index) => oracleSecret({ index, nonce: 1 }));
const [a = 0n, b = 0n, c = 0n] = secrets;
const message = keccak256('0x01');

test('default: two of three signatures add up to one that their two keys verify', () => {
  const both = aggregate([sign(message, a), sign(message, b)]);
  expect(verify(message, both, [publicKeyOf(a), publicKeyOf(b)])).toBe(true);
  expect(verify(message, both, [publicKeyOf(a), publicKeyOf(c)])).toBe(false);
  expect(verify(keccak256('0x02'), both, [publicKeyOf(a), publicKeyOf(b)])).toBe(false);
  expect(verify(message, aggregate([]), [publicKeyOf(a)])).toBe(false);
});

test('behavior: points survive their 128 and 256 byte spelling', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 250n }), (secret) => {
      const signature = sign(message, secret);
      expect(encodeSignature(signature).length).toBe(2 + 256);
      expect(parseSignature(encodeSignature(signature)).equals(signature)).toBe(true);
      const key = publicKeyOf(secret);
      expect(encodePublicKey(key).length).toBe(2 + 512);
      expect(parsePublicKey(encodePublicKey(key)).equals(key)).toBe(true);
    }),
    { numRuns: 5 },
  );
});

test.each([
  ['too short', '0x00'],
  ['no point of the curve', toHex(5n, { size: 128 })],
  ['over the field order', `0x${'ff'.repeat(128)}`],
  ['not hex', `0x${'zz'.repeat(128)}`],
] as const)('error: %s is no signature', (_, hex) => {
  expect(() => parseSignature(hex)).toThrow(RangeError);
});

test('behavior: each oracle and each rotation has keys of its own', () => {
  const keys = [1, 2].flatMap((nonce) => createOracleKeySet(nonce).keys);
  expect(new Set(keys).size).toBe(6);
});

test('default: a quorum is two thirds, rounded up', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(quorumOf)).toEqual([1, 2, 2, 3, 4, 4, 5]);
});
