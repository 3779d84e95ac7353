import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EncodedJson, encodeJson } from './encode-json.ts';

const textOf = (json: EncodedJson): string =>
  typeof json === 'string' ? json : Buffer.concat(json).toString();

/** So long that whatever has it is encoded in pieces. */
const longList = Array.from({ length: 12_000 }, (_, n) => (n % 7 === 0 ? undefined : n));

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.constant(longList),
    fc.constant(undefined),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 4 }),
  ),
})).any;

test('property: a value is encoded as JSON.stringify does, also beside and around long lists', () =>
  fc.assert(
    fc.asyncProperty(value, value, async (one, other) => {
      for (const any of [{ one, longList, other }, [one, longList, other], { one }, [other]]) {
        expect(textOf(await encodeJson(any)) === JSON.stringify(any)).toBe(true);
      }
    }),
    { numRuns: 50 },
  ));

test('behavior: a long value is encoded in pieces, until the signal fires', async () => {
  const list = Array.from({ length: 200_000 }, (_, n) => ({ n, text: 'twenty characters é' }));
  const json = await encodeJson({ list, none: undefined, empty: {} });
  expect(json.length).toBeGreaterThan(10);
  expect(textOf(json) === JSON.stringify({ list, empty: {} })).toBe(true);
  const stop = new AbortController();
  const stopped = encodeJson({ list }, { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
});
