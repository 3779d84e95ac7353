import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const entry = (symbol: string, value: number, changePct: number | null) => ({
  source: 'crypto',
  assetId: symbol.toLowerCase(),
  symbol,
  name: symbol,
  value,
  changePct,
  fetchedAt: minutesAgo(1),
});

test('default: a price that stands still has its day, read once; others read no history', async () => {
  await using node = await startUpstream(
    respondByPath({
      '/latest-prices': { DEAD: 5, USDX: 1, MOVES: 7 },
      '/vision/snapshot': {
        prices: [entry('DEAD', 5, 0), entry('USDX', 1, 0), entry('MOVES', 7, 0.5)],
      },
      '/market/prices/crypto/dead/history': {
        prices: ['2024-01-01', '2024-01-02', '2024-01-03'].map((date, index) => ({
          timestamp: Date.parse(date) / 1000,
          value: index === 0 ? 4 : 5,
        })),
      },
    }),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const query =
    '{ assets(filter: { symbols: ["DEAD", "USDX", "MOVES"] }) { edges { node { symbol unchangedSince } } } }';
  for (const _round of [1, 2]) {
    const { data } = await gateway.query(query);
    expect(data).toEqual({
      assets: {
        edges: [
          { node: { symbol: 'DEAD', unchangedSince: '2024-01-02' } },
          { node: { symbol: 'MOVES', unchangedSince: null } },
          { node: { symbol: 'USDX', unchangedSince: null } },
        ],
      },
    });
  }
  const histories = node.asked.filter((call) => call.includes('/history'));
  expect(histories).toHaveLength(1);
  expect(histories[0]).toMatch(/^GET \/market\/prices\/crypto\/dead\/history\?from=/);
});
