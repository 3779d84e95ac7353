import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { type FakeOracle, startOracle } from './support/fake-oracle.ts';

const stack = new AsyncDisposableStack();
let oracle: FakeOracle;
let gateway: TestGateway;
beforeAll(async () => {
  oracle = stack.use(await startOracle());
  // Every question is asked anew.
  const far = { now: () => (time += 3_600_000) };
  let time = Date.parse('2026-01-01T00:00:00Z');
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }, { clock: far }));
});
afterAll(() => stack.disposeAsync());

/** Each figure of a row: its field in the graph and its key over REST. */
const figures = {
  pnlUsd: 'pnl',
  winRate: 'winRate',
  roiPct: 'roi',
  totalVolumeUsd: 'totalVolume',
  bitmapsPlayed: 'portfolioBets',
  avgMarkets: 'avgPortfolioSize',
  mostMarkets: 'largestPortfolio',
  rank: 'rank',
} as const;

const row = { ...{ pnl: 1, winRate: 0.5, roi: 1, totalVolume: 1 }, rank: 1 };
const full = { ...row, portfolioBets: 1, avgPortfolioSize: 1, largestPortfolio: 1 };

async function tell(rows: readonly object[]) {
  // Rows of one wallet count once.
  const leaderboard = rows.map((one, at) => ({
    ...one,
    walletAddress: `0x${String(at + 1).repeat(40)}`,
  }));
  oracle.special.set('/vision/leaderboard', {
    status: 200,
    body: { leaderboard, updatedAt: '2026-01-01T00:00:00Z' },
  });
  const fields = Object.keys(figures).join(' ');
  const { data, errors } = await gateway.query<{
    leaderboard: { entries: { edges: { node: Record<string, number> }[] } };
  }>(`{ leaderboard { entries { edges { node { ${fields} } } } } }`);
  expect(errors).toBeUndefined();
  const graph = data.leaderboard.entries.edges.map(({ node }) => node);
  const rest = (await getJson(gateway, '/vision/leaderboard')).body.leaderboard;
  return { graph, rest };
}

test.each(Object.values(figures).filter((key) => key !== 'rank'))(
  'default: %s is the same number through both APIs, whatever its size and fraction',
  async (key) => {
    const values = [12.5, 0.499_999, 3_000_000_000, 2 ** 40 + 0.25, 1e-7];
    const rows = values.map((value) => ({ ...full, [key]: value }));
    const { graph, rest } = await tell(rows);
    const field = Object.entries(figures).find(([, name]) => name === key)?.[0] ?? '';
    const ascending = (list: readonly Record<string, number>[], name: string) =>
      list.map((one) => one[name] ?? 0).toSorted((left, right) => left - right);
    expect(ascending(graph, field)).toEqual(ascending(rest, key));
    expect(new Set(graph.map((node) => node[field]))).toEqual(new Set(values));
  },
);

test('behavior: a rank that is no place is that of the row’s place, through both APIs', async () => {
  const rows = [1, 2.5, 0, 3_000_000_000, -1].map((rank, at) => ({ ...full, pnl: 9 - at, rank }));
  const { graph, rest } = await tell(rows);
  expect(rest.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5]);
  expect(graph.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
});
