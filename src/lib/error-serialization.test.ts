import { expect, test } from 'vitest';
import { deserializePublicError, serializePublicError } from './error-serialization.ts';
import * as errors from './errors.ts';

const foreseen = [
  new errors.InvalidInputError('a'),
  new errors.ForbiddenError('b'),
  new errors.NotFoundError('c'),
  new errors.UpstreamRejectedError(422, 'd'),
  new errors.RateLimitedError('e', 7),
  new errors.OverloadedError('f', 8),
  new errors.NotConfiguredError('g'),
  new errors.UpstreamTimeoutError('h'),
  new errors.UpstreamServerError('i', 503),
  new errors.UpstreamUnavailableError('j'),
];

test.each(foreseen)('default: $name is restored as the same error', (error) => {
  const told = deserializePublicError(structuredClone(serializePublicError(error)));
  expect(told).toBeInstanceOf(error.constructor);
  expect({ ...told, message: told?.message }).toEqual({ ...error, message: error.message });
});

test('behavior: an unexpected error is serialized without its details', () => {
  const told = serializePublicError(new TypeError('cannot read the key of /secret/place'));
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(deserializePublicError(told)).toMatchObject({
    status: 500,
    message: 'Internal server error',
  });
});

test.each([[null], ['x'], [{}], [{ name: 'NotFoundError' }]])(
  'args: %j is not a serialized error',
  (data) => {
    expect(deserializePublicError(data)).toBeNull();
  },
);
