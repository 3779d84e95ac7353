import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHeadEnd } from './response-head.ts';

test('default: a head ends after its first empty line', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\n');
  expect(bytes.toString('latin1', 0, findHeadEnd(bytes, 0, bytes.length))).toBe(
    'HTTP/1.1 200 OK\r\nA: b\r\n\r\n',
  );
  expect(findHeadEnd(bytes, 0, 24)).toBe(-1);
});

test('behavior: the first empty line is found whatever surrounds line ends', () => {
  const unit = fc.constantFrom('\r', '\n', '\r\n', 'a', 'bcd');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), fc.nat(8), fc.nat(8), (text, from, less) => {
      const bytes = Buffer.from(text);
      const to = Math.max(from, bytes.length - less);
      const place = bytes.subarray(0, to).indexOf('\r\n\r\n', from);
      expect(findHeadEnd(bytes, from, to)).toBe(place < 0 ? -1 : place + 4);
    }),
    { numRuns: 5000 },
  );
});
