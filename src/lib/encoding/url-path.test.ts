import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePathSegment } from './url-path.ts';

/** Texts made of what path traversal attacks use. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('.', '..', '/', '\\', ';', '%', '%2e', '%252E', '%2f', '%5c', '%u002e', ' '),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

describe('encodePathSegment', () => {
  test.each(['bitcoin', 'a/b', 'BRK.B', '...', '.hidden', 'größe', '東京', '100%', 'a b;c', '~x'])(
    'default: %j decodes to itself',
    (text) => {
      expect(decodeURIComponent(encodePathSegment(text) ?? '')).toBe(text);
    },
  );

  test.each([
    '',
    '.',
    '..',
    '../x',
    'a/..',
    '..;x',
    ' .. ',
    '%2e%2E',
    '%252e.',
    '..%2fx',
    '\\',
    '\ud800',
  ])('args: %j cannot be encoded', (text) => {
    expect(encodePathSegment(text)).toBeNull();
  });

  test('behavior: an encoded segment never leaves its parent path, however often it is decoded', () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        const segment = encodePathSegment(text);
        if (segment === null) return;
        expect(segment).toMatch(/^[\w.!~*'()%-]+$/);
        for (let path = segment, depth = 0; depth < 3; depth += 1) {
          const { pathname } = new URL(`/a/b/${path.replace(/[?#]/g, '_')}/c`, 'http://host');
          expect(pathname).toMatch(/^\/a\/b\/.*\/c$/s);
          path = path.replace(/%([0-9a-f]{2})/gi, (_all, hex) =>
            String.fromCharCode(Number(`0x${hex}`)),
          );
        }
      }),
      { numRuns: 5000 },
    );
  });
});
