import { expect, test } from 'vitest';
import { answering, startGateway, startUpstream } from '../support/gateway.ts';

const itp_id = `0x${'0'.repeat(63)}1`;
const asset = { symbol: 'stETH', name: 'Staked Ether', weight: 1, qty: '1', price: 9 };
const fund = { itp_id, name: 'Fund', symbol: 'F', nav: 1, aum_usd: 2, total_supply: '3' };
const entry = { itp_id, name: 'Fund', symbol: 'F', nav_per_share: 1, aum_usd: 2, asset_count: 1 };

type Told = {
  readonly asset: { readonly id: string; readonly symbol: string } | null;
  readonly dtf: { readonly holdings: readonly { readonly asset: object }[] };
};

/** Documented maps keep the letters of their tickers, pairs are told in capitals (wire-facts 1.7). */
test.each([
  ['as documented', { stETH: 5 }, 'stETH'],
  ['by its pair', { prices: { STETHUSDC: '5' } }, 'STETH'],
])('behavior: an asset of mixed letters, priced %s, is found', async (_how, prices, symbol) => {
  await using node = await startUpstream(
    answering({
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
