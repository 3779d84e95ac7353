import { expect, test } from 'vitest';
import * as errors from '../errors.ts';
import { packError, unpackError } from './portable-error.ts';

const foreseen = [
  new errors.InvalidInputError('a'),
  new errors.ForbiddenError('b'),
  new errors.NotFoundError('c'),
  new errors.RefusedError(422, 'd'),
  new errors.RateLimitedError('e', 7),
  new errors.BusyError('f', 8),
  new errors.NotConfiguredError('g'),
  new errors.UpstreamTimeoutError('h'),
  new errors.UpstreamFailedError('i', 503),
  new errors.UpstreamUnavailableError('j'),
];

test.each(foreseen)('default: $name is the same at another replica', (error) => {
  const told = unpackError(structuredClone(packError(error)));
  expect(told).toBeInstanceOf(error.constructor);
  expect({ ...told, message: told?.message }).toEqual({ ...error, message: error.message });
});

test('behavior: what was not foreseen tells nothing of itself', () => {
  const told = packError(new TypeError('cannot read the key of /secret/place'));
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(unpackError(told)).toMatchObject({ status: 500, message: 'Internal server error' });
});

test.each([[null], ['x'], [{}], [{ name: 'NotFoundError' }]])('args: %j is no error', (data) => {
  expect(unpackError(data)).toBeNull();
});
