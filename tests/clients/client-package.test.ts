import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientFolder, installPackedClient } from './support/packed-client.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

const stack = new AsyncDisposableStack();
let folder: ClientFolder;
beforeAll(async () => {
  folder = stack.use(await installPackedClient(['viem', 'graphql-sse', 'react', '@types/react']));
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
