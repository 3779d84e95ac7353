import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../support/chromium.ts';
import { startFaultyWorld } from '../support/faulty-world.ts';
import { itpId } from '../support/world/data-node-responses.ts';
import { type ClientFolder, installPackedClient } from './support/packed-client.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

const stack = new AsyncDisposableStack();
let folder: ClientFolder;
beforeAll(async () => {
  const peers = ['viem', 'graphql-sse', 'react', '@types/react'];
  folder = stack.use(await installPackedClient([...peers, 'react-dom', 'scheduler']));
});
afterAll(() => stack.disposeAsync());

/** Bytes of a program's bundle after gzip, without the peers. */
async function bundledSize(code: string): Promise<number> {
  const input = join(folder.path, 'entry.js');
  await writeFile(input, code);
  const bundle = await rolldown({ input, external: [/^viem/, 'graphql-sse', 'react'] });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return gzipSync(output[0].code).length;
}

test('default: the package has its build, its README and nothing else, and the version of the project', async () => {
  const installed = join(folder.path, 'node_modules/@dtf-graph/client');
  expect((await readdir(installed)).sort()).toEqual(['README.md', 'dist', 'package.json']);
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const own = await read(join(installed, 'package.json'));
  expect(own.version).toBe((await read(join(root, 'package.json'))).version);
  expect(own.dependencies).toBeUndefined();
});

test('default: everything is under 12 kB after gzip, and a part takes only what it needs', async () => {
  const from = "from '@dtf-graph/client'";
  const whole = await bundledSize(`export * ${from}; export * from '@dtf-graph/client/react'`);
  expect(whole).toBeLessThan(12_000);
  expect(await bundledSize(`export { encodeBitmap } ${from}`)).toBeLessThan(700);
  const single = await bundledSize(
    `export { createHttpTransport, createRequests, getAsset } ${from}`,
  );
  expect(single).toBeLessThan(whole / 2);
});

const program = `
  import { createClient, encodeBitmap, type Transport, type TypedDocument } from '@dtf-graph/client';
  import { useBacktest, useDtf, useLive, useQuery } from '@dtf-graph/client/react';

  const client = createClient({ origin: 'http://127.0.0.1:1' });
  const transport: Transport = {
    query: async function* ({ document, variables }, { signal, isFresh }) {
      yield { data: { document: String(document), variables, signal, isFresh } };
    },
    subscribe: (request, { signal }) => transport.query(request, { signal }),
  };
  export const own = createClient({ transport });
  export async function check() {
    const asset = await client.prices.get({ symbol: 'BTC' });
    const price: number | null | undefined = asset?.price;
    const funds = await client.funds.list();
    for (const { node } of funds?.edges ?? []) node.symbol satisfies string | null;
    for await (const event of client.sim.run({
      input: { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 },
    })) {
      if (event.__typename === 'SimulationResult') event.run.runId satisfies number;
    }
    const own = 'query ($id: ID!) { dtf(id: $id) { name } }' as TypedDocument<
      { dtf: { name: string } | null },
      { id: string }
    >;
    const { dtf } = await client.query(own, { id: '0x1' });
    // @ts-expect-error a required variable is missing
    await client.funds.get();
    // @ts-expect-error there is no such prediction
    encodeBitmap(['SIDEWAYS']);
    return [price, dtf?.name, useBacktest, useDtf, useLive, useQuery];
  }
`;

test.each(['nodenext', 'bundler'])(
  'default: types are complete for a program with module resolution %s',
  async (moduleResolution) => {
    await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder.path, 'program.ts'), program);
    const compilerOptions = {
      module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    const tsconfig = { compilerOptions, files: ['program.ts'] };
    await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(tsconfig));
    const tsc = join(root, 'node_modules/typescript-compiler/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder.path]).catch(
      (error: { readonly stdout: string }) => error,
    );
    expect(stdout).toBe('');
  },
);

const page = `
  import { createHttpTransport } from '@dtf-graph/client';
  import { DtfGraphProvider, useBacktest, useDtf, useLive } from '@dtf-graph/client/react';
  import { useState } from 'react';
  import { createRoot } from 'react-dom/client';

  const given = new URLSearchParams(location.search);
  const transport = createHttpTransport({ origin: given.get('origin') });
  const id = given.get('id');
  const nav = 'subscription ($id: ID!) { nav(itpId: $id) { usd } }';
  const input = { categoryId: 'all', topN: 5, weighting: 'EQUAL', rebalanceDays: 30 };

  function Fund({ id, name }) {
    const { data, error, isLoading } = useDtf(id);
    const words = isLoading ? 'loading' : (error?.code ?? data?.name);
    return <p id={name}>{words}</p>;
  }
  function Nav() {
    const [isOn, setOn] = useState(true);
    const { data, error, state } = useLive(nav, isOn ? { id } : null);
    const words = [state, error?.code, data?.nav?.usd];
    return <p id="nav" onClick={() => setOn(false)}>{words.filter(Boolean).join(' ')}</p>;
  }
  function Backtest() {
    const { start, progress, run, error, isRunning } = useBacktest();
    const words = [isRunning ? 'running' : 'idle', progress?.pct, run?.runId, error?.code];
    return <p id="backtest" onClick={() => start(input)}>{words.filter(Boolean).join(' ')}</p>;
  }
  createRoot(document.body).render(
    <DtfGraphProvider transport={transport}>
      <Fund id={id} name="fund" />
      <Fund id="no-id" name="refused" />
      <Nav />
      <Backtest />
    </DtfGraphProvider>,
  );
`;

/** Bundles a page with everything that it imports. */
async function bundlePage(): Promise<string> {
  const input = join(folder.path, 'page.jsx');
  await writeFile(input, page);
  const define = { 'process.env.NODE_ENV': '"production"' };
  const bundle = await rolldown({ input, platform: 'browser', transform: { define } });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}

test.skipIf(chromiumPath === null)(
  'default: its hooks work in a page of another origin, over HTTP',
  async () => {
    const code = await bundlePage();
    await using ending = new AsyncDisposableStack();
    const world = ending.use(await startFaultyWorld());
    const site = createServer((request, response) => {
      const isCode = request.url === '/page.js';
      response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html');
      response.end(isCode ? code : '<!doctype html><body><script src="/page.js"></script>');
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    ending.defer(() => void site.close());
    const browser = ending.adopt(await launchChromium(), (one) => one.close());
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(error.message));
    const given = new URLSearchParams({ origin: world.gateway.url, id: itpId });
    await tab.goto(`http://localhost:${(site.address() as AddressInfo).port}/?${given}`);
    const shown = (name: string) => () => tab.locator(`#${name}`).textContent();

    await expect.poll(shown('fund')).toBe('Ten Largest');
    await expect.poll(shown('refused')).toBe('INVALID_INPUT');
    await expect.poll(shown('nav')).toBe('connected 10.25');
    const openStreams = async () => {
      const text = await (await fetch(`${world.gateway.url}/metrics`)).text();
      return [...text.matchAll(/^gateway_open_streams\{.*graphql.*\} (\d+)/gm)].map(([, n]) => n);
    };
    expect(await openStreams()).toEqual(['1']);
    await tab.locator('#nav').click();
    await expect.poll(openStreams).toEqual(['0']);
    await tab.locator('#backtest').click();
    await expect.poll(shown('backtest')).toBe('idle 50 7');
    expect(errors).toEqual([]);
  },
);
