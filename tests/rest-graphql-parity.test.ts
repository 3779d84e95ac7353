import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayPerFormat, startGatewayPerFormat } from './support/data-node-formats.ts';
import { getJson } from './support/get-json.ts';

describe.each(['on', 'off'])('compiled execution %s', (COMPILED_EXECUTION) => {
  let world: GatewayPerFormat;
  let ids: readonly string[];
  let wallets: readonly string[];
  let symbols: readonly string[];
  beforeAll(async () => {
    world = await startGatewayPerFormat({ COMPILED_EXECUTION });
    const { shareLedger, quotes } = world.node.state;
    ids = shareLedger.dtfs().map((dtf) => dtf.itpId);
    wallets = [...shareLedger.wallets(), '0x00000000000000000000000000000000000000A1'];
    symbols = quotes.all().map((quote) => quote.symbol);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const gateways = fc.constantFrom('spec' as const, 'wild' as const);
  const runs = { numRuns: 40 };
  const ranges = { '1d': 'D1', '7d': 'D7', '30d': 'D30', '90d': 'D90', '1y': 'Y1' } as const;

  test('behavior: NAV, series and basket of any DTF are the same through both APIs', async () => {
    const names = fc.constantFrom(...(Object.keys(ranges) as (keyof typeof ranges)[]));
    await fc.assert(
      fc.asyncProperty(gateways, fc.constantFrom(...ids), names, async (dialect, id, range) => {
        const gateway = world[dialect];
        const { data, errors } = await gateway.query<{ dtf: Record<string, never> }>(
          `query($id: ID!) { dtf(id: $id) {
          itpId name symbol aumUsd totalSupply assetCount
          nav { wei usd assetsPriced assetsTotal aumUsd totalSupply source }
          navSeries(range: ${ranges[range]}) { timestamp nav }
          holdings { weight quantity name asset { symbol } }
        } }`,
          { id },
        );
        expect(errors).toBeUndefined();
        const price = (await getJson(gateway, `/itp-price?itp_id=${id}`)).body;
        const snapshot = (await getJson(gateway, `/snapshot?itp_id=${id}`)).body;
        const ranking = (await getJson(gateway, '/aum-ranking')).body;
        const entry = ranking.find((one: { itp_id: string }) => one.itp_id === id);
        expect(data.dtf).toEqual({
          itpId: id,
          name: entry.name,
          symbol: entry.symbol,
          aumUsd: entry.aum_usd,
          totalSupply: entry.total_supply,
          assetCount: entry.asset_count,
          nav: {
            wei: price.nav,
            usd: price.nav_display,
            assetsPriced: price.assets_priced,
            assetsTotal: price.assets_total,
            aumUsd: price.aum_usd,
            totalSupply: price.total_supply,
            source: price.source === 'onchain' ? 'ONCHAIN' : 'DATA_NODE',
          },
          navSeries: (await getJson(gateway, `/nav-series?itp_id=${id}&range=${range}`)).body,
          holdings: snapshot.assets.map((asset: Record<string, unknown>) => ({
            weight: asset.weight,
            quantity: asset.qty,
            name: asset.name,
            asset: { symbol: asset.symbol },
          })),
        });
      }),
      runs,
    );
  });

  test('behavior: any wallet is the same through both APIs', async () => {
    await fc.assert(
      fc.asyncProperty(gateways, fc.constantFrom(...wallets), async (dialect, address) => {
        const gateway = world[dialect];
        const { data, errors } = await gateway.query<{ portfolio: Record<string, never> }>(
          `query($address: Address!) { portfolio(address: $address) {
          address totalValueUsd totalPnlUsd totalPnlPct
          positions { dtf { itpId name symbol } shares navPerShareUsd valueUsd costBasisUsd pnlUsd pnlPct }
          history { timestamp valueUsd }
          trades(first: 100) { edges { node { txHash timestamp type dtf { itpId symbol } shares pricePerShareUsd totalUsd feeUsd } } }
        } }`,
          { address },
        );
        expect(errors).toBeUndefined();
        const portfolio = (await getJson(gateway, `/portfolio?address=${address}`)).body;
        const history = (await getJson(gateway, `/portfolio/history?address=${address}`)).body;
        const trades = (await getJson(gateway, `/portfolio/trades?address=${address}`)).body;
        type Row = Record<string, unknown>;
        expect(data.portfolio).toEqual({
          address: portfolio.address,
          totalValueUsd: portfolio.total_value_usd,
          totalPnlUsd: portfolio.total_pnl_usd,
          totalPnlPct: portfolio.total_pnl_pct,
          positions: portfolio.positions.map((row: Row) => ({
            dtf: { itpId: row.itp_id, name: row.name, symbol: row.symbol },
            shares: row.shares,
            navPerShareUsd: row.nav_per_share,
            valueUsd: row.value_usd,
            costBasisUsd: row.cost_basis_usd,
            pnlUsd: row.pnl_usd,
            pnlPct: row.pnl_pct,
          })),
          history: history.map((row: Row) => ({
            timestamp: row.timestamp,
            valueUsd: row.value_usd,
          })),
          trades: {
            edges: trades.slice(0, 100).map((row: Row) => ({
              node: {
                txHash: row.tx_hash,
                timestamp: row.timestamp,
                type: String(row.type).toUpperCase(),
                dtf: { itpId: row.itp_id, symbol: row.itp_symbol },
                shares: row.shares,
                pricePerShareUsd: row.price_per_share,
                totalUsd: row.total_usd,
                feeUsd: row.fee_usd,
              },
            })),
          },
        });
      }),
      runs,
    );
  });

  test('behavior: any asset has one price, in any case, through both APIs', async () => {
    await fc.assert(
      fc.asyncProperty(
        gateways,
        fc.constantFrom(...symbols),
        fc.boolean(),
        async (dialect, symbol, lower) => {
          const asked = lower ? symbol.toLowerCase() : symbol;
          const { data } = await world[dialect].query<{ asset: { symbol: string; price: number } }>(
            'query($symbol: String!) { asset(symbol: $symbol) { symbol price } }',
            { symbol: asked },
          );
          const { body } = await getJson(world[dialect], `/price?asset=${asked}`);
          expect(data.asset).toEqual({ symbol: body.asset, price: body.price });
        },
      ),
      runs,
    );
  });

  test('behavior: what does not exist is null for the graph and 404 for REST', async () => {
    await fc.assert(
      fc.asyncProperty(gateways, fc.stringMatching(/^[0-9a-f]{64}$/), async (dialect, hex) => {
        const id = `0x${hex}`;
        fc.pre(!ids.includes(id));
        const { data } = await world[dialect].query('query($id: ID!) { dtf(id: $id) { name } }', {
          id,
        });
        expect(data).toEqual({ dtf: null });
        expect((await getJson(world[dialect], `/snapshot?itp_id=${id}`)).status).toBe(404);
      }),
      { numRuns: 10 },
    );
  });
});
