import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FakeUpstream,
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

let upstream: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startUpstream(respondByPath({}));
  gateway = await startGateway({ DATA_NODE_URL: upstream.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const nobody = `0x${'0'.repeat(40)}`;
const stranger = '0x00000000000000000000000000000000000000A1';

const wrong: Readonly<Record<string, string>> = {
  '': 'address is required',
  '?address=': 'address must be 0x followed by 40 hex digits',
  '?user=0x1': 'user must be 0x followed by 40 hex digits',
  [`?address=${nobody}0`]: 'address must be 0x followed by 40 hex digits',
  [`?address=${nobody.slice(2)}`]: 'address must be 0x followed by 40 hex digits',
  [`?address=0x${'g'.repeat(40)}`]: 'address must be 0x followed by 40 hex digits',
  [`?address=${nobody}%00`]: 'address must be 0x followed by 40 hex digits',
  [`?address=%20${nobody}`]: 'address must be 0x followed by 40 hex digits',
  [`?address=${nobody}&user=${stranger}`]:
    'address and user must be the same wallet when both are given',
  [`?address=${nobody}&address=${nobody}`]: 'address must be given once',
  [`?address[]=${nobody}`]: 'address must be given once',
};
const paths = [
  '/lending/position',
  '/morpho-position',
  '/lending/history',
  '/morpho-history',
  '/user-state',
];

test.each(paths)('error: %s without an address, with a wrong one, or with two', async (path) => {
  for (const [query, error] of Object.entries(wrong)) {
    const { status, headers, body } = await getJson(gateway, path + query);
    expect([query, status, body]).toEqual([query, 400, { error }]);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(upstream.asked).toEqual([]);
});

test.each(['/lending/position', '/user-state'])(
  'error: %s with a DTF that is none',
  async (path) => {
    const { status, body } = await getJson(gateway, `${path}?address=${stranger}&itp_id=0x12`);
    expect([status, body]).toEqual([400, { error: 'itp_id must be 0x followed by 64 hex digits' }]);
  },
);

test.each([...paths, '/lending/markets', '/vault-balances'])('error: POST %s', async (path) => {
  const response = await gateway.rest(path, { method: 'POST' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toContain('GET');
  expect(Object.keys((await response.json()) as object)).toEqual(['error']);
});
