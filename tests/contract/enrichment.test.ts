import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dataNodeFormats,
  type GatewayPerFormat,
  startGatewayPerFormat,
} from '../support/data-node-formats.ts';
import { getJson } from '../support/get-json.ts';
import { type MarketData, startMarketData } from '../support/market-data.ts';

let market: MarketData;
let world: GatewayPerFormat;
let ids: readonly string[];
beforeAll(async () => {
  market = await startMarketData();
  world = await startGatewayPerFormat({ MARKET_DATA_URL: market.url });
  ids = world.node.state.shareLedger.dtfs().map(({ itpId }) => itpId);
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await market?.[Symbol.asyncDispose]();
});

type Founder = { age?: number; gender: string; nationality: string; university?: string };
const dataFile = (name: string) => JSON.parse(readFileSync(`data/${name}`, 'utf8'));
const coinMap: Record<string, { id: string }> = dataFile('coin-map.json');
const founderFile: Record<string, Founder[]> = dataFile('founders.json');
const unknownId = `0x${'f'.repeat(64)}`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each(dataNodeFormats)('enrichment with a data node in the format %s', (format) => {
  const get = (path: string) => getJson(world[format], path);

  test('default: exactly the keys of the specification, cached 5 minutes', async () => {
    const { status, headers, body } = await get(`/itp-enrichment?itp_id=${ids[0]}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, s-maxage=300');
    expect(headers.get('etag')).toMatch(/^"/);
    expect(Object.keys(body)).toEqual(['itpId', 'holdings', 'founders', 'defi', 'funding']);
    expect(body.itpId).toBe(ids[0]);
    expect(Object.keys(body.founders).sort()).toEqual([
      'age_distribution',
      'gender_split',
      'top_nationalities',
      'top_universities',
      'total_companies_matched',
      'total_founders',
    ]);
    expect(Object.keys(body.defi).sort()).toEqual([
      'avg_tvl_change_7d',
      'protocols_with_data',
      'top_by_tvl',
      'total_holdings',
      'total_tvl',
    ]);
    expect(Object.keys(body.funding).sort()).toEqual([
      'avg_valuation_m',
      'recent_raises',
      'top_investors',
      'total_raised_m',
      'total_rounds',
    ]);
  });

  test('default: holdings are those of the snapshot, with what the provider says of their coins', async () => {
    for (const id of ids) {
      const { holdings } = (await get(`/itp-enrichment?itp_id=${id}`)).body;
      const { assets } = (await get(`/snapshot?itp_id=${id}`)).body;
      const coins = assets.map(({ symbol }: { symbol: string }) => coinMap[symbol]?.id);
      const query = `ids=${coins.join(',')}&vs_currencies=usd&include_market_cap=true&include_24hr_change=true`;
      const response = await fetch(`${market.url}/simple/price?${query}`);
      const quotes = (await response.json()) as Record<string, Record<string, number>>;
      for (const [position, holding] of holdings.entries()) {
        const { symbol, name, weight, price } = assets[position];
        const coin = coins[position];
        expect(holding).toEqual({
          symbol,
          name,
          weight,
          price,
          image: `${market.url}/images/${coin}.svg`,
          coingecko_id: coin,
          market_cap: quotes[coin]?.usd_market_cap,
          change_24h: quotes[coin]?.usd_24h_change,
        });
      }
      expect(sum(holdings.map((holding: { weight: number }) => holding.weight))).toBeCloseTo(1, 6);
    }
  });

  test('default: aggregates agree with the look-up file and the dataset', async () => {
    const { history } = world.node.state;
    const columns = new Map(history.assets.map((asset, column) => [asset.id, column]));
    for (const id of ids) {
      const { holdings, founders, defi, funding } = (await get(`/itp-enrichment?itp_id=${id}`))
        .body;
      const coins: string[] = holdings.map((one: { coingecko_id: string }) => one.coingecko_id);
      const people = coins.flatMap((coin) => founderFile[coin] ?? []);
      expect(founders?.total_founders ?? 0).toBe(people.length);
      if (founders) {
        expect(founders.total_companies_matched).toBe(
          coins.filter((coin) => founderFile[coin]).length,
        );
        const aged = people.filter(({ age }) => age !== undefined);
        const counts = founders.age_distribution.map(({ count }: { count: number }) => count);
        expect(sum(counts)).toBe(aged.length);
        expect(sum(founders.gender_split.map(({ count }: { count: number }) => count))).toBe(
          people.length,
        );
        expect(founders.top_nationalities.length).toBeLessThanOrEqual(12);
        expect(founders.top_universities.length).toBeLessThanOrEqual(10);
      }
      const tvls = coins
        .map((coin) => (columns.get(coin) ?? -1) * history.days + history.days - 1)
        .map((at) => history.defi.tvl[at] ?? Number.NaN)
        .filter((tvl) => tvl > 0);
      expect(defi?.protocols_with_data ?? 0).toBe(tvls.length);
      if (defi) {
        expect(defi.total_tvl / sum(tvls)).toBeCloseTo(1, 9);
        expect(defi.total_holdings).toBe(holdings.length);
        expect(defi.top_by_tvl[0].tvl).toBe(Math.max(...tvls));
      }
      const rounds = history.rounds.filter(({ asset }) =>
        coins.includes(history.assets[asset]?.id ?? ''),
      );
      expect(funding?.total_rounds ?? 0).toBe(rounds.length);
      if (funding) {
        const raised = sum(rounds.map(({ amountM }) => amountM || 0));
        expect(funding.total_raised_m).toBeCloseTo(raised, 6);
        expect(funding.recent_raises.length).toBe(Math.min(10, rounds.length));
        const dates = funding.recent_raises.map(({ date }: { date: string }) => date);
        expect(dates).toEqual(dates.toSorted().toReversed());
      }
    }
  });

  test('behavior: an unknown DTF has no holdings, and the response is not cached', async () => {
    const { status, headers, body } = await get(`/itp-enrichment?itp_id=${unknownId}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(body).toEqual({ itpId: unknownId, holdings: [] });
  });

  test('args: an id in upper case is the same id', async () => {
    const upper = `0x${ids[1]?.slice(2).toUpperCase()}`;
    const { body } = await get(`/itp-enrichment?itp_id=${upper}`);
    expect(body).toEqual((await get(`/itp-enrichment?itp_id=${ids[1]}`)).body);
  });

  test.each(['', '0x1', `0x${'g'.repeat(64)}`, `${'0'.repeat(66)}`, `0x${'0'.repeat(65)}`, '%00'])(
    'error: id %j is refused in the words that clients know',
    async (id) => {
      const { status, headers, body } = await get(`/itp-enrichment?itp_id=${id}`);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'Invalid itp_id' });
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test('error: no id, or two', async () => {
    const missing = await get('/itp-enrichment');
    expect([missing.status, missing.body]).toEqual([400, { error: 'itp_id is required' }]);
    const twice = await get(`/itp-enrichment?itp_id=${ids[0]}&itp_id=${ids[1]}`);
    expect([twice.status, Object.keys(twice.body)]).toEqual([400, ['error']]);
  });

  test('behavior: GraphQL says the same', async () => {
    const { data, errors } = await world[format].query<{ dtf: { enrichment: Enrichment } }>(
      `query($id: ID!) { dtf(id: $id) { enrichment {
        holdings { symbol weight priceUsd name image coingeckoId marketCapUsd change24hPct asset { symbol } }
        founders { totalFounders totalCompaniesMatched ageDistribution { bucket count }
          genderSplit { label count } topNationalities { label count } topUniversities { label count } }
        defi { totalTvlUsd avgTvlChange7dPct protocolsWithData totalHoldings
          topByTvl { symbol name tvlUsd change1dPct change7dPct } }
        funding { totalRaisedMillionUsd avgValuationMillionUsd totalRounds
          topInvestors { label count } recentRaises { project round amountMillionUsd lead date } }
      } } }`,
      { id: ids[0] },
    );
    expect(errors).toBeUndefined();
    const { holdings, founders, defi, funding } = (await get(`/itp-enrichment?itp_id=${ids[0]}`))
      .body;
    expect(data.dtf.enrichment).toEqual({
      holdings: holdings.map((one: Record<string, unknown>) => ({
        symbol: one.symbol,
        weight: one.weight,
        priceUsd: one.price,
        name: one.name,
        image: one.image,
        coingeckoId: one.coingecko_id,
        marketCapUsd: one.market_cap,
        change24hPct: one.change_24h,
        asset: { symbol: one.symbol },
      })),
      founders: {
        totalFounders: founders.total_founders,
        totalCompaniesMatched: founders.total_companies_matched,
        ageDistribution: founders.age_distribution,
        genderSplit: founders.gender_split,
        topNationalities: founders.top_nationalities,
        topUniversities: founders.top_universities,
      },
      defi: {
        totalTvlUsd: defi.total_tvl,
        avgTvlChange7dPct: defi.avg_tvl_change_7d,
        protocolsWithData: defi.protocols_with_data,
        totalHoldings: defi.total_holdings,
        topByTvl: defi.top_by_tvl.map((one: Record<string, unknown>) => ({
          symbol: one.symbol,
          name: one.name,
          tvlUsd: one.tvl,
          change1dPct: one.change_1d ?? null,
          change7dPct: one.change_7d ?? null,
        })),
      },
      funding: {
        totalRaisedMillionUsd: funding.total_raised_m,
        avgValuationMillionUsd: funding.avg_valuation_m,
        totalRounds: funding.total_rounds,
        topInvestors: funding.top_investors.map((one: { name: string; count: number }) => ({
          label: one.name,
          count: one.count,
        })),
        recentRaises: funding.recent_raises.map((one: Record<string, unknown>) => ({
          project: one.project,
          round: one.round,
          amountMillionUsd: one.amount_m,
          lead: one.lead,
          date: one.date ?? null,
        })),
      },
    });
  });
});

type Enrichment = Record<'holdings' | 'founders' | 'defi' | 'funding', unknown>;
