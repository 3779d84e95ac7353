import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, spawnChild } from '../../sandbox/supervisor/child-process.ts';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import { buildGateway, gatewayBundlePath } from '../../scripts/build/gateway-bundle.ts';
import { packageVersion } from '../../src/lib/package-version.ts';
import { isolatedEnv } from '../support/gateway.ts';

let dir: string;
let gateway: Child | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-start-'));
});
afterEach(async () => {
  await gateway?.kill();
  await rm(dir, { recursive: true });
});

const sources = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const start = (env: Readonly<Record<string, string>>, file = sources): Child => {
  gateway = spawnChild({
    name: 'gateway',
    file,
    env: { ...pickInheritedEnv(process.env), ...isolatedEnv, STATE_DIR: dir, ...env },
    startDeadline: 30_000,
    log: () => undefined,
  });
  return gateway;
};

/** What a gateway that cannot start says, all of it. */
async function refusal(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { code, lastLines } = await start(env).exited;
  expect(code).toBe(1);
  return lastLines;
}

const refused = 'The gateway cannot start:';

test('default: the bundle serves both APIs and their pages', async () => {
  expect(await buildGateway()).toBe(true);
  const url = (await start({}, gatewayBundlePath).ready).url ?? '';
  const read = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text() };
  };
  const query = encodeURIComponent('{ gateway { version } node(id: "none") { id } }');
  const { data } = JSON.parse((await read(`/graphql?query=${query}`)).text);
  expect(data.gateway.version).toBe(packageVersion);
  for (const path of ['/docs', '/docs/swagger-ui.css', '/openapi.json', '/metrics', '/healthz']) {
    expect.soft([path, (await read(path)).status]).toEqual([path, 200]);
  }
  const mcp = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(await mcp.text()).toContain('schema_search');
  // Nothing answers behind it.
  expect((await read('/api/price?asset=BTC')).status).toBe(502);
  const { code } = (await gateway?.stop(10_000)) ?? {};
  expect(code).toBe(0);
}, 120_000);

test('error: a port that is taken, and a host that is none', async () => {
  await using holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  const taken = await refusal({ PORT: `${port}` });
  expect(taken).toEqual([refused, expect.stringMatching(/^ {2}PORT: .*EADDRINUSE.*/)]);
  const elsewhere = await refusal({ HOST: '192.0.2.1' });
  expect(elsewhere).toEqual([refused, expect.stringMatching(/^ {2}HOST: .*EADDRNOTAVAIL.*/)]);
});

test('error: a damaged file of the state folder is named and left alone', async () => {
  const bitmaps = join(dir, 'bitmaps.sqlite');
  await writeFile(bitmaps, 'this is not a database, whatever its name says');
  const words = `  STATE_DIR: ${bitmaps} cannot be opened: file is not a database`;
  expect(await refusal({})).toEqual([refused, words]);
});

test('error: both look-up files are reported at once', async () => {
  const none = join(dir, 'none.json');
  expect(await refusal({ COIN_MAP_FILE: none, FOUNDERS_FILE: none })).toEqual([
    refused,
    '  COIN_MAP_FILE: names no readable JSON file',
    '  FOUNDERS_FILE: names no readable JSON file',
  ]);
});

test('default: in a small heap the caches are small, and larger ones are refused', async () => {
  const small = { NODE_OPTIONS: '--max-old-space-size=200' };
  const url = (await start(small).ready).url ?? '';
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bound = Number(/^gateway_cache_max_bytes\{cache="values"\} (\d+)$/m.exec(metrics)?.[1]);
  expect(bound).toBeGreaterThan(20 * 2 ** 20);
  expect(bound).toBeLessThan(70 * 2 ** 20);
  await gateway?.stop(10_000);
  const words = /^ {2}CACHE_MAX_MB: must be at most half of the heap, which is \d+ MB/;
  expect(await refusal({ ...small, CACHE_MAX_MB: '256' })).toEqual([
    refused,
    expect.stringMatching(words),
  ]);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'behavior: %s while the chain keeps the start waiting, twice, ends it with exit code 0',
  async (signal) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const asked = once(silent, 'connection');
    const { pid = Number.NaN, exited } = start({
      L3_RPC_URL: `http://127.0.0.1:${port}`,
      FAUCET_PRIVATE_KEY: `0x${'12'.repeat(32)}`,
    });
    await asked;
    for (const _time of ['once', 'twice']) process.kill(pid, signal);
    expect(await exited).toMatchObject({ code: 0, signal: null, lastLines: [] });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  },
);
