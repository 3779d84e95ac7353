import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPieces } from './body.ts';
import { tagOf } from './tag.ts';

const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ minLength: 250, maxLength: 260 }));

test('default: a tag is of few characters that an ETag may have', () => {
  fc.assert(
    fc.property(text, (body) => {
      expect(tagOf(body)).toMatch(/^[\w-]{11}$|^[\w-]{27}$/);
    }),
  );
});

test('default: other bodies have other tags', () => {
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(tagOf(one) === tagOf(two)).toBe(one === two);
    }),
  );
});

test('behavior: bodies that differ in a few digits have different tags', () => {
  const bodies = Array.from({ length: 200_000 }, (_, at) => {
    const price = (at % 1000) / 10 + 1;
    return JSON.stringify({ asset: 'BTC', price, timestamp: 1767225600 + Math.floor(at / 1000) });
  });
  expect(new Set(bodies.map(tagOf)).size).toBe(bodies.length);
});

test('behavior: each bit of a tag is set in half of the bodies', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const tags = Array.from({ length: 4000 }, (_, at) => tagOf(`{"price":${at}}`));
  // 64 bits in 11 letters of 6 leave two.
  for (let bit = 0; bit < 64; bit += 1) {
    const isSet = (tag: string) =>
      (alphabet.indexOf(tag[Math.floor(bit / 6)] as string) >> (bit % 6)) & 1;
    const share = tags.filter(isSet).length / tags.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  }
});

test('behavior: bytes in one and in pieces have the same tag', () => {
  const bytes = Buffer.from('x'.repeat(20_000));
  const pieces = toPieces([bytes.subarray(0, 7), bytes.subarray(7)]);
  expect(tagOf(pieces)).toBe(tagOf(bytes));
});
