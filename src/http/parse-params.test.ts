import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseQueryParams } from './parse-params.ts';

const lenient = z.object({ a: z.string().min(1), bc: z.string().optional() });
const strict = z.strictObject({ a: z.string().min(1), bc: z.string().optional() });

/** Returns the parsed parameters, or the message of the error. */
function outcomeOf(shape: typeof lenient | typeof strict, query: string): unknown {
  try {
    return parseQueryParams(shape, query);
  } catch (error) {
    return String(error);
  }
}

describe('the query', () => {
  test.each([
    ['a=1', { a: '1' }],
    ['a=1&bc=', { a: '1', bc: '' }],
    ['bc&a=x%20y', { a: 'x y', bc: '' }],
    ['a=1+2', { a: '1 2' }],
    ['&a=1&&other=2', { a: '1' }],
    ['a=b=c', { a: 'b=c' }],
  ])('args: %s', (query, expected) => {
    expect(parseQueryParams(lenient, query)).toEqual(expected);
  });

  test.each([
    ['a=1&a=1', 'a must be given once'],
    ['a=1&a[]=2', 'a must be given once'],
    ['a=1&a[0]=2', 'a must be given once'],
    ['a=1&a%5Bb%5D=2', 'a must be given once'],
    ['bc=1', 'a is required'],
    ['a=', 'a: '],
  ])('error: %s', (query, message) => {
    expect(() => parseQueryParams(lenient, query)).toThrow(message);
  });

  test('error: a strict schema rejects unknown parameters by name', () => {
    expect(() => parseQueryParams(strict, 'a=1&other=2')).toThrow('unknown parameter other');
  });

  test('behavior: a query without escapes is parsed like the same query with escapes', () => {
    const piece = fc.constantFrom('a', 'bc', 'x', '=', '&', '1', ',', '__proto__');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = pieces.join('');
        // A percent-encoded letter is equal to the letter, but takes the `URLSearchParams` parser.
        const coded = query.replace(/[a-z1,]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
        expect(outcomeOf(lenient, query)).toEqual(outcomeOf(lenient, coded));
        expect(outcomeOf(strict, query)).toEqual(outcomeOf(strict, coded));
      }),
      { numRuns: 1000 },
    );
  });
});
