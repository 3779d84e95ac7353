import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { buildHistory } from '../engine/testing/build-history.ts';
import { createRandomHistoryPlan } from '../engine/testing/random-history-plan.ts';
import { plainRunQuery, serveSimulator } from './testing/serve-simulator.ts';

test('behavior: runs, holdings and results survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-restart-'));
  const storePath = join(folder, 'runs.sqlite');
  const paths = ['/sim/holdings?run_id=1', '/sim/results', '/sim/compare?run_ids=1'];
  let before: readonly string[] = [];
  let cold = '';
  {
    await using first = await serveSimulator({ storePath });
    cold = await first.text(`/sim/run?${plainRunQuery}`);
    before = await Promise.all(paths.map(first.text));
  }
  await using second = await serveSimulator({ storePath });
  expect(await Promise.all(paths.map(second.text))).toEqual(before);
  const cached = await second.text(`/sim/run?${plainRunQuery}`);
  expect(cached.replace(/,"cached".*/, '')).toBe(cold.replace(/,"cached".*/, ''));
  expect(cached).toMatch(/"cached":true,"computed_in_ms":0\}$/);
  rmSync(folder, { recursive: true });
});

test('behavior: other data never return results of these data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-data-'));
  const storePath = join(folder, 'runs.sqlite');
  {
    await using first = await serveSimulator({ storePath });
    await first.text(`/sim/run?${plainRunQuery}`);
  }
  const other = buildHistory(createRandomHistoryPlan({ seed: 6, days: 1100, assets: 38 }));
  await using second = await serveSimulator({ storePath, history: other });
  expect(await second.json(`/sim/run?${plainRunQuery}`)).toMatchObject({ body: { cached: false } });
  rmSync(folder, { recursive: true });
});

test.each([
  ['of the engine before', (version: number) => version - 1],
  ['of before engines had versions', () => 2],
])(
  'behavior: what rules %s have stored is computed again, under a new id',
  async (_which, earlier) => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-engine-'));
    const storePath = join(folder, 'runs.sqlite');
    {
      await using first = await serveSimulator({ storePath });
      expect(await first.json(`/sim/run?${plainRunQuery}`)).toMatchObject({ body: { run_id: 1 } });
    }
    const file = new DatabaseSync(storePath);
    const version = file.prepare('PRAGMA user_version').get()?.user_version;
    file.exec(`PRAGMA user_version = ${earlier(Number(version))}`);
    file.close();
    await using second = await serveSimulator({ storePath });
    expect(await second.json('/sim/results')).toMatchObject({ body: { results: [] } });
    expect(await second.json('/sim/compare?run_ids=1')).toMatchObject({
      body: { simulations: [] },
    });
    const again = await second.json(`/sim/run?${plainRunQuery}`);
    expect(again).toMatchObject({ body: { cached: false, run_id: 2 } });
    rmSync(folder, { recursive: true });
  },
);
