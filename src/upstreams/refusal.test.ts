import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';

const answer = (status: number, value: unknown) => ({ status, value, bytes: 2 });
const said = { error: 'too many' };

test.each([
  [400, said, 400, 'INVALID_INPUT', 'too many'],
  [401, said, 502, 'UPSTREAM_UNAVAILABLE', 'the data node refused the request'],
  [403, said, 403, 'FORBIDDEN', 'too many'],
  [404, said, 404, 'NOT_FOUND', 'too many'],
  [404, null, 404, 'NOT_FOUND', 'not found'],
  [409, said, 409, 'REFUSED', 'too many'],
  [429, said, 429, 'REFUSED', 'too many'],
  [400, {}, 502, 'UPSTREAM_UNAVAILABLE', 'the data node refused the request'],
  [
    400,
    { error: 'no table in /var/lib/db' },
    502,
    'UPSTREAM_UNAVAILABLE',
    'the data node refused the request',
  ],
  [302, said, 502, 'UPSTREAM_UNAVAILABLE', 'the data node refused the request'],
])('default: %i with %j is %i %s', (status, value, shown, code, message) => {
  expect(refusalOf(answer(status, value), 'data node')).toMatchObject({
    status: shown,
    code,
    message,
  });
});

test('default: what succeeded is no refusal', () => {
  expect(refusalOf(answer(200, said), 'data node')).toBeNull();
});
