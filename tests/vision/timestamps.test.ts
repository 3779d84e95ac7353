import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { startOracle } from './support/fake-oracle.ts';
import { startValues } from './support/fake-values.ts';
import * as model from './support/market-model.ts';

const query = `{
  leaderboard { updatedAt }
  batch(id: 7) { ticks { edges { node { resolvedAt } } } }
  snapshot { generatedAt prices { edges { node { fetchedAt } } } }
  source(id: "crypto") { lastSync }
}`;
type Told = {
  readonly leaderboard: { readonly updatedAt: string };
  readonly batch: { readonly ticks: { readonly edges: readonly { node: object }[] } };
  readonly snapshot: {
    readonly generatedAt: string;
    readonly prices: { readonly edges: readonly { node: object }[] };
  };
  readonly source: { readonly lastSync: string | null };
};
const justNow = 'now';

/** What both doors say of a time that oracles and data node tell in this way. */
async function told(time: unknown) {
  await using stack = new AsyncDisposableStack();
  const oracle = stack.use(await startOracle());
  const { leaderboard } = model.leaderboard;
  oracle.special.set('/vision/leaderboard', {
    status: 200,
    body: { leaderboard, updatedAt: time },
  });
  oracle.special.set('/vision/batch/7/history', {
    status: 200,
    body: { history: [{ tick_id: 1, resolved_at: time }] },
  });
  const node = stack.use(await startValues());
  const row = { source: 'crypto', assetId: 'bitcoin', value: 1, fetchedAt: time };
  node.bodies.set('/vision/snapshot', { generatedAt: time, snapshots: [row] });
  const crypto = { totalAssets: 1, activeAssets: 1, newestRecord: time };
  node.bodies.set('/market/stats', { totalAssets: 1, sources: { crypto } });
  const env = { ORACLE_URLS: oracle.url, DATA_NODE_URL: node.url };
  const gateway = stack.use(await startGateway(env));
  const { data, errors } = await gateway.query<Told>(query);
  expect(errors).toBeUndefined();
  const ranking = (await getJson(gateway, '/vision/leaderboard')).body;
  const { history } = (await getJson(gateway, '/vision/batch/7/history')).body;
  expect(ranking.updatedAt).toBe(data.leaderboard.updatedAt);
  expect(data.batch.ticks.edges).toEqual([{ node: { resolvedAt: history[0].resolved_at } }]);
  const [entry] = (await getJson(gateway, '/vision/snapshot')).body.prices;
  expect(data.snapshot.prices.edges).toEqual([{ node: { fetchedAt: entry.fetchedAt } }]);
  const shown = (text: string) => {
    const age = Date.now() - Date.parse(text);
    return age >= 0 && age < 60_000 ? justNow : text;
  };
  const times = [ranking.updatedAt, data.snapshot.generatedAt].map(shown);
  return [...times, history[0].resolved_at, entry.fetchedAt, data.source.lastSync];
}

test.each([
  ['2026-02-22T10:00:00.5Z', '2026-02-22T10:00:00.5Z'],
  ['2026-02-22T10:00:00', '2026-02-22T10:00:00Z'],
  ['2026-02-22 10:00:00+02', '2026-02-22T10:00:00+02:00'],
])('default: %j is %s', async (time, iso) => {
  expect(await told(time)).toEqual([iso, iso, iso, iso, iso]);
});

test('default: Unix seconds are a time', async () => {
  const iso = '2026-02-22T10:00:00Z';
  expect(await told(Date.parse(iso) / 1000)).toEqual([iso, iso, iso, iso, iso]);
});

test.each(['Nov 22 2026', '2026-02-30T10:00:00Z', 'yesterday', ''])(
  'error: %j is no time: null, or the time of the read where there must be one',
  async (time) => {
    expect(await told(time)).toEqual([justNow, justNow, null, null, null]);
  },
);
