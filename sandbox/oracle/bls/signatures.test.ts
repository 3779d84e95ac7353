import fc from 'fast-check';
import { keccak256, toHex } from 'viem';
import { expect, test } from 'vitest';
import {
  encodePublicKey,
  encodeSignature,
  parsePublicKey,
  parseSignature,
} from './encode-points.ts';
import { createOracleKeySet, deriveOracleSecret, quorumSize } from './oracle-keys.ts';
import {
  aggregateSignatures,
  derivePublicKey,
  signMessage,
  verifySignature,
} from './signatures.ts';

const secrets = [0, 1, 2].map((index) => deriveOracleSecret({ index, nonce: 1 }));
const [a = 0n, b = 0n, c = 0n] = secrets;
const message = keccak256('0x01');

test('default: two of three signatures add up to one that their two keys verify', () => {
  const both = aggregateSignatures([signMessage(message, a), signMessage(message, b)]);
  expect(verifySignature(message, both, [derivePublicKey(a), derivePublicKey(b)])).toBe(true);
  expect(verifySignature(message, both, [derivePublicKey(a), derivePublicKey(c)])).toBe(false);
  expect(verifySignature(keccak256('0x02'), both, [derivePublicKey(a), derivePublicKey(b)])).toBe(
    false,
  );
  expect(verifySignature(message, aggregateSignatures([]), [derivePublicKey(a)])).toBe(false);
});

test('behavior: points survive their 128 and 256 byte spelling', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 250n }), (secret) => {
      const signature = signMessage(message, secret);
      expect(encodeSignature(signature).length).toBe(2 + 256);
      expect(parseSignature(encodeSignature(signature)).equals(signature)).toBe(true);
      const key = derivePublicKey(secret);
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
  expect([1, 2, 3, 4, 5, 6, 7].map(quorumSize)).toEqual([1, 2, 2, 3, 4, 4, 5]);
});
