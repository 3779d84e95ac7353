import { expect, test } from 'vitest';
import { copyToPooledBuffer } from './buffer-pool.ts';

test.each([0, 1, 300, 16_383, 16_384, 65_536, 131_072, 131_073, 300_000])(
  'default: a copy of %d bytes stays valid while the original is overwritten',
  (length) => {
    const original = Buffer.alloc(length, 'a');
    const { bytes } = copyToPooledBuffer(original);
    original.fill('b');
    expect(bytes.equals(Buffer.alloc(length, 'a'))).toBe(true);
  },
);

test('behavior: copies share no memory until they are released', () => {
  const copies = Array.from({ length: 100 }, (_, n) => copyToPooledBuffer(Buffer.alloc(20_000, n)));
  for (const { release } of copies.slice(50)) release();
  for (let n = 0; n < 100; n += 1) copyToPooledBuffer(Buffer.alloc(20_000, 255));
  for (const [n, { bytes }] of copies.slice(0, 50).entries()) {
    expect(bytes.equals(Buffer.alloc(20_000, n))).toBe(true);
  }
});

test('behavior: a released buffer is reused', () => {
  const first = copyToPooledBuffer(Buffer.alloc(20_000));
  first.release();
  expect(copyToPooledBuffer(Buffer.alloc(30_000)).bytes.buffer).toBe(first.bytes.buffer);
});
