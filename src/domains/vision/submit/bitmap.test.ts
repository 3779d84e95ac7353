import fc from 'fast-check';
import { keccak256 } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  computeBitmapHash,
  decodeBitmap,
  encodeBitmap,
  maxBitmapBytes,
  parseBitmap,
} from './bitmap.ts';

const words = (letters: string) => [...letters].map((letter) => letter === 'U');
const predictions = fc.array(fc.boolean(), { minLength: 1, maxLength: 8192 });

describe('encodeBitmap', () => {
  test.each([
    ['UDUUD', '0xb0'],
    ['UDDUU', '0x98'],
    ['UDUUDDUD', '0xb2'],
    ['UDUUDDUDU', '0xb280'],
    ['UUU', '0xe0'],
    ['UUUUUUUUUU', '0xffc0'],
    ['D', '0x00'],
    ['D'.repeat(17), '0x000000'],
    ['U'.repeat(100), `0x${'ff'.repeat(12)}f0`],
  ])('default: %s is %s', (letters, bitmap) => {
    expect(encodeBitmap(words(letters))).toBe(bitmap);
  });

  test('behavior: what is decoded is what was encoded, for 1 to 8,192 markets', () => {
    fc.assert(
      fc.property(predictions, (bits) => {
        const bitmap = encodeBitmap(bits);
        expect(bitmap.length).toBe(2 + 2 * Math.ceil(bits.length / 8));
        expect(decodeBitmap(bitmap, bits.length)).toEqual(bits);
      }),
      { numRuns: 300 },
    );
  });

  test('behavior: bits beyond the markets are zero, bits beyond the bitmap are DOWN', () => {
    fc.assert(
      fc.property(predictions, fc.nat(64), (bits, more) => {
        const decoded = decodeBitmap(encodeBitmap(bits), bits.length + more);
        expect(decoded.slice(bits.length)).toEqual(Array(more).fill(false));
      }),
      { numRuns: 100 },
    );
  });

  test('args: none, and more than a bitmap holds', () => {
    expect(() => encodeBitmap([])).toThrow('empty');
    expect(() => encodeBitmap(Array(maxBitmapBytes * 8 + 1).fill(true))).toThrow('at most');
  });
});

describe('computeBitmapHash', () => {
  test('default: keccak256 of the bytes, not of their hex', () => {
    expect(computeBitmapHash('0xb0')).toBe(keccak256(new Uint8Array([0xb0])));
  });

  test('behavior: padding and every bit count, letter case does not', () => {
    fc.assert(
      fc.property(predictions, fc.integer({ min: 1, max: 1024 }), (bits, zeros) => {
        const bitmap = encodeBitmap(bits);
        expect(computeBitmapHash(`${bitmap}${'00'.repeat(zeros)}`)).not.toBe(
          computeBitmapHash(bitmap),
        );
        const flipped = bits.map((bit, market) => (market === 0 ? !bit : bit));
        expect(computeBitmapHash(encodeBitmap(flipped))).not.toBe(computeBitmapHash(bitmap));
        const upper = `0x${bitmap.slice(2).toUpperCase()}` as const;
        expect(computeBitmapHash(upper)).toBe(computeBitmapHash(bitmap));
      }),
      { numRuns: 50 },
    );
  });
});

describe('parseBitmap', () => {
  test('default: whole bytes of hex, up to the limit', () => {
    const longest = `0x${'5a'.repeat(maxBitmapBytes)}`;
    expect(parseBitmap(longest)).toBe(longest);
  });

  test.each([
    '',
    '0x',
    'b0',
    '0xb',
    '0xabc',
    '0xg0',
    '0xb0 ',
    ' 0xb0',
    '0Xb0',
    '0xb0\n',
    `0x${'00'.repeat(maxBitmapBytes + 1)}`,
  ])('args: %j is refused without being repeated', (text) => {
    expect(() => parseBitmap(text)).toThrow(/^bitmap_hex (is invalid hex|must be at most)/);
  });
});
