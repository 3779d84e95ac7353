import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvLines } from '../../src/lib/encoding/csv.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { itpId, runId, wallet } from '../support/world/data-node-responses.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.gateway.url}/api${path}`, { headers });

const lists: readonly (readonly [string, string | null])[] = [
  [`/nav-series?itp_id=${itpId}&range=30d`, ''],
  ['/aum-ranking', ''],
  [`/snapshot?itp_id=${itpId}`, 'assets'],
  [`/portfolio?address=${wallet}`, 'positions'],
  [`/portfolio/history?address=${wallet}`, ''],
  [`/portfolio/trades?address=${wallet}`, ''],
  ['/prices', ''],
  ['/sim/categories', 'categories'],
  ['/sim/results', 'results'],
  [`/sim/holdings?run_id=${runId}`, 'holdings'],
];

test.each(lists)('default: %s is a table', async (path, member) => {
  const body = await (await get(path)).json();
  const rows = (member ? body[member] : body) as readonly Record<string, unknown>[];
  const csv = await get(path, { accept: 'text/csv' });
  expect(csv.status).toBe(200);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  expect(csv.headers.get('vary')).toContain('Accept');
  const text = await csv.text();
  expect(text).toBe([...csvLines(rows)].join(''));
  expect(text.split('\r\n')).toHaveLength(rows.length + 2);
  const byParameter = await get(`${path}${path.includes('?') ? '&' : '?'}format=csv`);
  expect(await byParameter.text()).toBe(text);
  const again = await get(path, { accept: 'text/csv' });
  expect(await again.text()).toBe(text);
});

test('behavior: JSON stays what it is, also where it is accepted first', async () => {
  const plain = await get('/aum-ranking');
  const text = await plain.text();
  for (const accept of [
    'application/json',
    '*/*',
    'application/json, text/csv',
    'text/csv;q=0, application/json',
    'text/csv;q=0.5, */*',
  ]) {
    const other = await get('/aum-ranking', { accept });
    expect(other.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await other.text()).toBe(text);
  }
  expect(await (await get('/aum-ranking?format=json')).text()).toBe(text);
});

test('behavior: parameters of the media type do not hide it', async () => {
  for (const accept of ['text/csv; charset=utf-8', 'text/csv;header=present', 'text/csv;q=0.9']) {
    const { headers } = await get('/aum-ranking', { accept });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  }
});

test('behavior: runs are compared row by row, and coins are columns', async () => {
  const compared = await get(`/sim/compare?run_ids=${runId}&format=csv`);
  expect((await compared.text()).split('\r\n')[0]).toMatch(
    /^run_id,date,nav_date,nav,drawdown_pct$/,
  );
  const benchmarks = await get('/sim/benchmarks?start_date=2024-01-01&format=csv');
  expect((await benchmarks.text()).split('\r\n')[0]).toMatch(/^nav_date,(BTC|ETH)/);
});

test('args: cells are quoted, formulas are made harmless, and nested lists are left out', () => {
  const rows = [
    { a: 'x,"y"', b: '=1+1', c: -5, d: '-5', list: [1], e: null },
    { a: '\n', b: '@cmd', c: '+x', d: '-2e-7', list: [], e: true },
  ];
  expect([...csvLines(rows)].join('')).toBe(
    'a,b,c,d,e\r\n"x,""y""",\'=1+1,-5,-5,\r\n"\n",\'@cmd,\'+x,-2e-7,true\r\n',
  );
  expect([...csvLines([])].join('')).toBe('\r\n');
  expect([...csvLines([], rows)].join('')).toBe('a,b,c,d,e\r\n');
  expect([...csvLines([{ list: null, b: 1 }], rows)].join('')).toBe('b\r\n1\r\n');
});

test('behavior: an error is JSON, and OpenAPI states the tables', async () => {
  const bad = await get('/nav-series?itp_id=0x1&format=csv');
  expect(bad.status).toBe(400);
  expect(await bad.json()).toEqual({ error: expect.any(String) });
  const document = JSON.parse(
    readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
  );
  const { responses } = document.paths['/portfolio/trades'].get;
  expect(Object.keys(responses[200].content)).toEqual(['application/json', 'text/csv']);
  expect(responses[200].content['text/csv'].schema.description).toContain('format=csv');
});
