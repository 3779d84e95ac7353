import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRunFile } from '../data-node/sim/store/run-file.ts';
import { createRunStore } from '../data-node/sim/store/run-store.ts';
import { openOracleDatabase } from '../oracle/store/oracle-database.ts';

async function newFile(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'state-file-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return join(dir, 'state.sqlite');
}

test.each([
  ['runs', openRunFile],
  ['oracles', openOracleDatabase],
])('error: a damaged file of %s is named', async (_whose, open) => {
  const path = await newFile();
  await writeFile(path, 'this is not a database, whatever its name says');
  expect(() => open(path)).toThrow(`${path} cannot be opened: file is not a database`);
});

test('error: a file of runs that is damaged behind its first page is named', async () => {
  const path = await newFile();
  const assets = [{ id: 'btc', symbol: 'BTC', name: 'Bitcoin' }];
  createRunStore(path, assets).close();
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0x5a, 4096));
  expect(() => createRunStore(path, assets)).toThrow(
    `${path} cannot be opened: database disk image is malformed; delete the file to start without its data`,
  );
});
