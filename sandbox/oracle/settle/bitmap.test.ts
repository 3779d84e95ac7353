import fc from 'fast-check';
import { keccak256, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  BitmapError,
  encodeBitmap,
  hashBitmap,
  isPredictedUp,
  MAX_BITMAP_BYTES,
  parseBitmap,
} from './bitmap.ts';

const bits = (text: string): boolean[] => [...text].map((each) => each === 'U');

describe('encodeBitmap', () => {
  test.each([
    ['UDUUD', '0xb0'],
    ['UDDUU', '0x98'],
    ['UDUUDDUD', '0xb2'],
    ['UDUUDDUDU', '0xb280'],
    ['UUU', '0xe0'],
    ['UUUUUUUUUU', '0xffc0'],
    ['DDDDDDDDD', '0x0000'],
    ['U'.repeat(100), `0x${'ff'.repeat(12)}f0`],
  ])('default: %s', (text, hex) => {
    expect(toHex(encodeBitmap(bits(text)))).toBe(hex);
  });

  test('behavior: every bit reads back, for 1 to 8192 markets, and the rest is DOWN', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8192 }), (predictions) => {
        const bitmap = encodeBitmap(predictions);
        expect(bitmap.length).toBe(Math.ceil(predictions.length / 8));
        for (let i = 0; i < bitmap.length * 8 + 9; i += 1) {
          if (isPredictedUp(bitmap, i) !== (predictions[i] ?? false)) throw new Error(`bit ${i}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([1, 7, 8, 9, 8191, 8192])('args: %i markets', (n) => {
    expect(encodeBitmap(Array<boolean>(n).fill(true)).length).toBe(Math.ceil(n / 8));
  });
});

describe('parseBitmap', () => {
  test('behavior: longer, zero-padded input keeps its bytes and so its own hash', () => {
    const short = parseBitmap('0xb0');
    const padded = parseBitmap(`0xb0${'00'.repeat(1023)}`);
    expect(padded.length).toBe(1024);
    expect(isPredictedUp(padded, 0)).toBe(true);
    expect(hashBitmap(padded)).toBe(keccak256(padded));
    expect(hashBitmap(padded)).not.toBe(hashBitmap(short));
  });

  test('behavior: hashes the bytes, not the text', () => {
    expect(hashBitmap(parseBitmap('0xB0'))).toBe(keccak256('0xb0'));
  });

  test.each([
    '',
    '0x',
    'b0',
    '0xb',
    '0xzz',
    '0xb0 ',
    '0Xb0',
    '0xb0\n',
    `0x${'00'.repeat(MAX_BITMAP_BYTES + 1)}`,
  ])('error: %j', (text) => {
    expect(() => parseBitmap(text)).toThrow(BitmapError);
  });

  test('error: a megabyte is refused without being read', () => {
    expect(() => parseBitmap(`0x${'f'.repeat(2_000_000)}`)).toThrow('longer than');
  });
});
