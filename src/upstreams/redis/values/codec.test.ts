import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode, maxEncodedBytes } from './codec.ts';

const plain = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, maxDepth: 4 }),
  fc.json(),
);

test('behavior: what was encoded comes back as it was', () => {
  fc.assert(
    fc.property(plain, fc.string(), (value, name) => {
      const bytes = encode(name, value);
      expect(bytes && decode(name, bytes)?.value).toStrictEqual(structuredClone(value));
    }),
  );
});

test('behavior: under another name it is nothing', () => {
  const bytes = encode('nav x', { nav: 1n });
  expect(bytes && decode('nav y', bytes)).toBeNull();
});

test('behavior: a byte that differs, or is missing, makes it nothing', () => {
  const bytes = encode('nav x', { nav: 1n, list: [1, 2, 3] }) ?? Buffer.alloc(0);
  for (let at = 0; at < bytes.length; at += 1) {
    const spoilt = Buffer.from(bytes);
    spoilt[at] = (spoilt[at] ?? 0) ^ 1;
    expect(decode('nav x', spoilt)).toBeNull();
    expect(decode('nav x', bytes.subarray(0, at))).toBeNull();
  }
});

test('behavior: any bytes at all are no reason to fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => decode('x', Buffer.from(bytes))).not.toThrow();
    }),
  );
});

test.each([
  ['a function', { of: () => 1 }],
  ['what is too large', Buffer.alloc(maxEncodedBytes + 1)],
])('args: %s is not encoded', (_name, value) => {
  expect(encode('x', value)).toBeNull();
});

test.each([[null], [undefined], ['text'], [7], [Buffer.alloc(0)], [Buffer.alloc(4)]])(
  'args: %s is no encoded value',
  (given) => {
    expect(decode('x', given)).toBeNull();
  },
);
