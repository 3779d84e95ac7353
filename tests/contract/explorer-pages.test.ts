import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

const page = '<!doctype html><title>explorer</title>';
const files = [
  'backtest',
  'backtest/[id]/report',
  'dtf/[id]',
  'markets',
  'markets/[id]',
  'status',
  'guides/[id]',
  'not-found',
];
const script = `/* ${'long '.repeat(400)} */`;
const links = { graphql: '/graphql', docs: '/docs', openapi: '/openapi.json', rest: '/api' };

describe('the explorer', () => {
  let folder: string;
  let gateway: TestGateway;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'explorer-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), page);
    for (const file of files) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, `${file}.html`), file);
    }
    await writeFile(join(folder, 'assets/main-abc.js'), script);
    await writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
    gateway = await startGateway({ EXPLORER: 'on' }, { explorerDir: folder });
  });
  afterAll(async () => {
    await gateway?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(gateway.url + path, { headers, method });

  test('default: a browser gets the page at /, others get links to the APIs', async () => {
    const html = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.headers.get('cache-control')).toBe('no-cache');
    expect(await html.text()).toBe(page);
    for (const accept of ['*/*', 'application/json']) {
      const json = await get('/', { accept });
      expect(await json.json()).toEqual({ ...links, explorer: '/' });
      for (const seen of [html, json]) expect(seen.headers.get('vary')).toMatch(/^Accept\b/);
    }
  });

  test('default: /api has links to the APIs; unknown paths are a page for browsers only', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await get(path, { accept: 'text/html' });
      expect([response.status, await response.json()]).toEqual([200, { ...links, explorer: '/' }]);
    }
    const html = await get('/nothing/here', { accept: 'text/html,*/*;q=0.8' });
    expect([html.status, await html.text()]).toEqual([404, 'not-found']);
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const json = await get('/nothing/here');
    expect([json.status, await json.json()]).toEqual([404, { error: 'unknown path' }]);
  });

  test.each([
    ['/dtf/0x01', 'dtf/[id]'],
    ['/backtest?topN=5', 'backtest'],
    ['/backtest/7/report?receipt=0', 'backtest/[id]/report'],
    ['/backtest/7/other', 'not-found'],
    ['/backtest/7/report/more', 'not-found'],
    ['/markets', 'markets'],
    ['/markets/', 'markets'],
    ['/markets/10', 'markets/[id]'],
    ['/status', 'status'],
    ['/guides/errors', 'guides/[id]'],
    ['/markets/10/ticks', 'not-found'],
    ['/dtf', 'not-found'],
    ['/status/..%2Fmarkets', 'not-found'],
  ])('default: %s is %s.html', async (path, file) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, file]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test('behavior: the page runs scripts of this origin only', async () => {
    const { headers } = await get('/status');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:/);
  });

  test('default: files are sent as they were compressed, and are cached for ever', async () => {
    const response = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-length')).toBe(String(brotliCompressSync(script).length));
    expect(await response.text()).toBe(script);
    const plain = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('error: only GET and HEAD', async () => {
    const response = await get('/', {}, 'POST');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await get('/markets', {}, 'HEAD')).status).toBe(200);
  });

  test.each([
    ['EXPLORER=off', { EXPLORER: 'off' }, () => folder],
    ['no build', { EXPLORER: 'on' }, () => join(folder, 'nothing')],
  ])('behavior: with %s there are the APIs only', async (_, env, dir) => {
    await using other = await startGateway(env, { explorerDir: dir() });
    const root = await fetch(`${other.url}/`, { headers: { accept: 'text/html' } });
    expect(await root.json()).toEqual({ ...links, explorer: null });
    const deep = await fetch(`${other.url}/markets`);
    expect([deep.status, await deep.json()]).toEqual([404, { error: 'unknown path' }]);
  });
});
