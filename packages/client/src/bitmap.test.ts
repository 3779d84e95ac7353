import { describe, expect, test } from 'vitest';
import { bitmapHash, decodeBitmap, encodeBitmap, type Prediction } from './bitmap.ts';

const parse = (letters: string): readonly Prediction[] =>
  [...letters].map((letter) => (letter === 'U' ? 'UP' : 'DOWN'));

describe('encodeBitmap', () => {
  test.each([
    ['UDUUD', '0xb0'],
    ['UDDUU', '0x98'],
    ['UDUUDDUD', '0xb2'],
    ['UDUUDDUDU', '0xb280'],
    ['UUU', '0xe0'],
    ['U'.repeat(10), '0xffc0'],
    ['D'.repeat(9), '0x0000'],
    ['U'.repeat(100), `0x${'ff'.repeat(12)}f0`],
  ])('default: %s is %s', (letters, bitmap) => {
    expect(encodeBitmap(parse(letters)).bitmap).toBe(bitmap);
    expect(decodeBitmap(bitmap, letters.length)).toEqual(parse(letters));
  });

  test('default: the hash is keccak-256 of the bytes', () => {
    const { bitmap, hash } = encodeBitmap(parse('UDUUD'));
    expect(hash).toBe(bitmapHash(bitmap));
  });

  test('error: no predictions', () => {
    expect(() => encodeBitmap([])).toThrow('predictions must not be empty');
  });
});

describe('decodeBitmap', () => {
  test('behavior: markets beyond the end are DOWN', () => {
    expect(decodeBitmap('0x80', 9)).toEqual(parse('UDDDDDDDD'));
  });

  test.each(['b0', '0x', '0xb', '0xzz'])('error: %s', (bitmap) => {
    expect(() => decodeBitmap(bitmap, 1)).toThrow('bitmap must be 0x and whole bytes of hex');
  });
});

describe('bitmapHash', () => {
  test('behavior: padding is part of the hash', () => {
    expect(bitmapHash('0xb000')).not.toBe(bitmapHash('0xb0'));
  });
});
