import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

const itp_id = `0x${'0'.repeat(63)}1`;
const asset = { symbol: 'stETH', name: 'Staked Ether', weight: 1, qty: '1', price: 9 };
const fund = { itp_id, name: 'Fund', symbol: 'F', nav: 1, aum_usd: 2, total_supply: '3' };
const entry = { itp_id, name: 'Fund', symbol: 'F', nav_per_share: 1, aum_usd: 2, asset_count: 1 };

type Told = {
  readonly asset: { readonly id: string; readonly symbol: string } | null;
  readonly dtf: { readonly holdings: readonly { readonly asset: object }[] };
};

/** A price map in the specified format keeps the case of its tickers; legacy maps have pairs in capitals. */
test.each([
  ['as documented', { stETH: 5 }, 'stETH'],
  ['by its pair', { prices: { STETHUSDC: '5' } }, 'STETH'],
])('behavior: an asset of mixed letters, priced %s, is found', async (_how, prices, symbol) => {
  await using node = await startUpstream(
    respondByPath({
      '/aum-ranking': [entry],
      '/latest-prices': prices,
      '/snapshot': [{ ...fund, assets: [asset] }],
    }),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const known = { symbol, price: 5, heldBy: [{ weight: 1 }] };
  const fields = 'symbol price heldBy { weight }';
  for (const asked of ['stETH', 'STETH', 'stethusdc']) {
    const { data } = await gateway.query<Told>(`{ asset(symbol: "${asked}") { id ${fields} } }`);
    expect(data.asset).toMatchObject(known);
    const again = `{ node(id: "${data.asset?.id}") { ... on Asset { ${fields} } } }`;
    expect((await gateway.query(again)).data).toEqual({ node: known });
  }
  for (const wanted of ['price', 'symbol price heldBy { weight }']) {
    const { data } = await gateway.query<Told>(
      `{ dtf(id: "${itp_id}") { holdings { asset { ${wanted} } } } }`,
    );
    expect(data.dtf.holdings).toMatchObject([{ asset: { price: 5 } }]);
  }
});

/** A fund that holds an asset by this name, and a market of it, before prices of these names. */
async function pricesOf(held: string, prices: Record<string, number>) {
  await using node = await startUpstream(
    respondByPath({
      '/aum-ranking': [entry],
      '/latest-prices': prices,
      '/snapshot': { ...fund, assets: [{ ...asset, symbol: held }] },
      '/vision/snapshot': {
        prices: [{ source: 'crypto', assetId: 'steth', symbol: held, value: 1 }],
        totalAssets: 1,
      },
    }),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const { data } = await gateway.query<{ snapshot: object; dtf: object }>(`{
    dtf(id: "${itp_id}") { holdings { asset { price } } }
    snapshot(sourceId: "crypto") { prices { edges { node { asset { symbol price } } } } }
  }`);
  return data;
}

test.each(['stETH', 'STETH', 'steth'])(
  'behavior: a fund and a market that write %s know the price',
  async (held) => {
    expect(await pricesOf(held, { stETH: 5 })).toEqual({
      dtf: { holdings: [{ asset: { price: 5 } }] },
      snapshot: { prices: { edges: [{ node: { asset: { symbol: 'stETH', price: 5 } } }] } },
    });
  },
);

test('behavior: of assets whose tickers differ in case alone each is found by its own', async () => {
  const prices = { stETH: 5, STETH: 7 };
  await using node = await startUpstream(respondByPath({ '/latest-prices': prices }));
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  for (const [symbol, price] of Object.entries(prices)) {
    const { data } = await gateway.query<Told>(
      `{ asset(symbol: "${symbol}") { id symbol price } }`,
    );
    expect(data.asset).toMatchObject({ symbol, price });
    const again = `{ node(id: "${data.asset?.id}") { ... on Asset { symbol price } } }`;
    expect((await gateway.query(again)).data).toEqual({ node: { symbol, price } });
  }
  const { data } = await gateway.query('{ asset(symbol: "steth") { symbol } }');
  expect(data).toEqual({ asset: { symbol: 'STETH' } });
});
