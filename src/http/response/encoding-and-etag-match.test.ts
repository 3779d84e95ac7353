import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseEncoding } from './encoding-and-etag-match.ts';

const long = 10_000;

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0 , gzip', 'gzip'],
  ['br;Q=0, gzip', 'gzip'],
  ['gzip;q=0.000 , br;q=0.000 ', 'identity'],
  ['x-br', 'identity'],
  ['not-br, br-not', 'identity'],
  ['gzip;q=1.0, br;q=0.1', 'gzip'],
  ['GZIP', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['identity;q=0', 'identity'],
  ['identity, br;q=0.5', 'identity'],
  ['x-gzip', 'gzip'],
  ['br ; q=0.5 ; other=1, gzip', 'gzip'],
  ['', 'identity'],
  [undefined, 'identity'],
])('default: a client that accepts %s gets %s', (accepts, encoding) => {
  expect(chooseEncoding(accepts, long)).toBe(encoding);
});

test('behavior: a short body is not compressed', () => {
  expect(chooseEncoding('br', 100)).toBe('identity');
});

test('behavior: a client gets the accepted encoding of the highest weight', () => {
  const names = ['br', 'gzip', 'identity', '*', 'deflate', 'zstd'] as const;
  const item = fc.record({
    name: fc.constantFrom(...names),
    isUpper: fc.boolean(),
    q: fc.constantFrom('', ';q=0', ' ; Q=0.000', ';q=0.5', '; q=0.25 ', ';q=1', ';q=1.000'),
  });
  const items = fc.uniqueArray(item, { selector: ({ name }) => name, maxLength: 6 });
  fc.assert(
    fc.property(items, (all) => {
      const text = all.map((one) => (one.isUpper ? one.name.toUpperCase() : one.name) + one.q);
      const liked = (name: string) => {
        const one = all.find((other) => other.name === name);
        return one && Number(one.q.split('=')[1] ?? 1);
      };
      const qualities = {
        br: liked('br') ?? liked('*') ?? 0,
        gzip: liked('gzip') ?? liked('*') ?? 0,
        identity: liked('identity') ?? liked('*') ?? 0,
      };
      const chosen = chooseEncoding(text.join(' , '), long);
      const best = Math.max(...Object.values(qualities));
      if (qualities.br + qualities.gzip === 0) expect(chosen).toBe('identity');
      else expect(qualities[chosen]).toBe(best);
    }),
  );
});
