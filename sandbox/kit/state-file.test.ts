import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRunFile } from '../data-node/sim/store/schema.ts';
import { openDatabase } from '../oracle/store/database.ts';

test.each([
  ['runs', openRunFile],
  ['oracles', openDatabase],
])('error: a damaged file of %s is named', async (_whose, open) => {
  const dir = await mkdtemp(join(tmpdir(), 'state-file-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'state.sqlite');
  await writeFile(path, 'this is not a database, whatever its name says');
  expect(() => open(path)).toThrow(`${path} cannot be opened: file is not a database`);
});
