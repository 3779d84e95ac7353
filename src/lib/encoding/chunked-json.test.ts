import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeInChunks, isSmallJson } from './chunked-json.ts';

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 10_000, max: 60_000 }).map((times) => 'é"'.repeat(times)),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, new Date(0), () => 0),
    fc.array(tie('value')),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value')),
  ),
})).value;

test('default: the pieces have the bytes of JSON.stringify, and the digest is theirs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value), async (one) => {
      const { pieces, length, digest } = await encodeInChunks(one, {});
      const bytes = Buffer.concat(pieces);
      expect(bytes.toString()).toBe(JSON.stringify(one));
      expect(length).toBe(bytes.length);
      expect(digest).toBe(createHash('sha256').update(bytes).digest('base64url'));
    }),
    { numRuns: 60 },
  );
});

const long = Array.from({ length: 300_000 }, (_, at) => ({ date: `2020-${at}`, nav: at / 7 }));

test('behavior: other events are handled while a large value is encoded', async () => {
  expect(isSmallJson({ long })).toBe(false);
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 1);
  const { pieces } = await encodeInChunks({ long }, {});
  clearInterval(count);
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify({ long }));
  expect(turns).toBeGreaterThan(3);
});

test('error: JSON above maxBytes is null, before all of it is encoded', async () => {
  expect(await encodeInChunks({ long }, { maxBytes: 1000 })).toBeNull();
  const exact = JSON.stringify([1, 2]).length;
  expect(await encodeInChunks([1, 2], { maxBytes: exact })).toMatchObject({ length: exact });
  expect(await encodeInChunks([1, 2], { maxBytes: exact - 1 })).toBeNull();
});

test('error: the signal stops the encoding', async () => {
  const leaving = new AbortController();
  const made = encodeInChunks({ long }, { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(made).rejects.toThrow('gone');
});
