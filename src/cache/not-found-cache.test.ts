import { expect, test } from 'vitest';
import { ForbiddenError, NotFoundError, UpstreamUnavailableError } from '../lib/errors.ts';
import { cachePolicies } from './cache-policies.ts';
import { toCacheKey } from './memory-store.ts';
import { createNotFoundCache, toCachedNotFound, toNotFoundError } from './not-found-cache.ts';

const time = { now: 1_000_000 };
const clock = { now: () => time.now };
const missing = (message = 'no such thing') =>
  toCachedNotFound(new NotFoundError(message), toCacheKey('price', 'ZZZ'), time.now);

test('default: an absence is cached for the fresh time of its policy, and no longer', () => {
  const absences = createNotFoundCache(clock);
  const cacheKey = toCacheKey('price', 'ZZZ');
  absences.put(cacheKey, missing());
  time.now += cachePolicies.absence.fresh - 1;
  const found = absences.find(cacheKey.id);
  expect(found && toNotFoundError(found)).toEqual(new NotFoundError('no such thing'));
  time.now += 1;
  expect(absences.find(cacheKey.id)).toBeUndefined();
  expect(absences.size()).toBe(0);
});

test('behavior: a clock that is set back does not extend an absence', () => {
  const absences = createNotFoundCache(clock);
  const cacheKey = toCacheKey('price', 'ZZZ');
  absences.put(cacheKey, missing());
  time.now -= 1;
  expect(absences.find(cacheKey.id)).toBeUndefined();
});

test.each([
  ['a failure of an upstream', new UpstreamUnavailableError('down')],
  ['a more specific error', new (class extends NotFoundError {})('not yet')],
  ['a thing that is sealed', new ForbiddenError('not yet')],
  ['any other error', new TypeError('wrong')],
  ['what is no error', 'not found'],
])('args: %s is not an absence', (_what, thrown) => {
  expect(toCachedNotFound(thrown, toCacheKey('price', 'ZZZ'), time.now)).toBeNull();
});

test('behavior: absences are removed one by one or all of a policy', () => {
  const absences = createNotFoundCache(clock);
  for (const key of ['a', 'b']) absences.put(toCacheKey('simHoldings', key), missing());
  absences.put(toCacheKey('price', 'a'), missing());
  absences.remove('simHoldings', 'a');
  expect(absences.find('simHoldings:a')).toBeUndefined();
  expect(absences.find('simHoldings:b')).toBeDefined();
  absences.remove('simHoldings');
  expect(absences.find('simHoldings:b')).toBeUndefined();
  expect(absences.find('price:a')).toBeDefined();
});

test('behavior: a flood of unknown names stays within the limits', () => {
  const absences = createNotFoundCache(clock);
  for (let n = 0; n < 20_000; n += 1) absences.put(toCacheKey('price', `Z${n}`), missing());
  expect(absences.size()).toBe(10_000);
  for (let n = 0; n < 200; n += 1) {
    absences.put(toCacheKey('price', `${n}`.padEnd(50_000, 'x')), missing());
  }
  expect(absences.size()).toBeLessThan(50);
});
