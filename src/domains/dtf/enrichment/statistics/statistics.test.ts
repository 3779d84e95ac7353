import { describe, expect, test } from 'vitest';
import type { AssetWithCoin, Founder } from '../lookup-files.ts';
import { indexProtocolsByCoin, protocolRowsSchema } from '../protocols.ts';
import { indexFundingRounds, raiseRowsSchema } from '../raises.ts';
import { computeDefiStatistics } from './defi-statistics.ts';
import { computeFounderStatistics } from './founder-statistics.ts';
import { computeFundingStatistics } from './funding-statistics.ts';

const readProtocols = (body: unknown) => indexProtocolsByCoin(protocolRowsSchema.parse(body));
const readRaises = (body: unknown) => indexFundingRounds(raiseRowsSchema.parse(body));

const item = (symbol: string, id: string | null): AssetWithCoin => ({
  holding: { symbol, name: symbol, weight: 0.1, price: 1 },
  coin: id === null ? null : { id },
});

const person = (fields: Partial<Founder> = {}): Founder => ({
  gender: 'Male',
  nationality: 'Swiss',
  ...fields,
});

describe('founders', () => {
  test('default: totals count people, and holdings that have some', () => {
    const founders = computeFounderStatistics([[person(), person()], [], [person()]]);
    expect(founders).toMatchObject({ total_founders: 3, total_companies_matched: 2 });
  });

  test('behavior: a founder of two projects is one person', () => {
    const founders = [person({ age: 40 })];
    expect(computeFounderStatistics([founders, founders])).toMatchObject({
      total_founders: 1,
      total_companies_matched: 2,
      gender_split: [{ label: 'Male', count: 1 }],
    });
  });

  test('behavior: an unknown one is null', () => {
    expect(computeFounderStatistics([])).toBeNull();
    expect(computeFounderStatistics([[], []])).toBeNull();
  });

  test('behavior: five age buckets in order, the youngest in the first, missing ages in none', () => {
    const ages = [9, 19, 20, 29, 30, 39, 40, 49, 50, 59, 60, 61, 99, null, undefined];
    const founders = computeFounderStatistics([ages.map((age) => person({ age }))]);
    expect(founders?.age_distribution).toEqual([
      { bucket: '20-29', count: 4 },
      { bucket: '30-39', count: 2 },
      { bucket: '40-49', count: 2 },
      { bucket: '50-59', count: 2 },
      { bucket: '60+', count: 3 },
    ]);
  });

  test('behavior: genders have three labels, the most frequent first', () => {
    const genders = ['female', 'F', 'Female', 'MALE', 'm', 'x', ''];
    const founders = computeFounderStatistics([genders.map((gender) => person({ gender }))]);
    expect(founders?.gender_split).toEqual([
      { label: 'Female', count: 3 },
      { label: 'Male', count: 2 },
      { label: 'Unknown', count: 2 },
    ]);
  });

  test('behavior: at most 12 nationalities and 10 universities, unknown ones skipped', () => {
    const people = Array.from({ length: 40 }, (_, number) =>
      person({
        nationality: number < 3 ? 'Unknown' : number < 6 ? ' ' : `Nation ${number % 17}`,
        university: number % 2 === 0 ? `College ${number % 13}` : null,
      }),
    );
    const founders = computeFounderStatistics([people]);
    expect(founders?.top_nationalities).toHaveLength(12);
    expect(founders?.top_universities).toHaveLength(10);
    const labels = founders?.top_nationalities.map(({ label }) => label);
    expect(labels).not.toContain('Unknown');
    expect(labels).not.toContain('');
    const counts = founders?.top_nationalities.map(({ count }) => count) ?? [];
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  test('behavior: one university in two spellings is counted as one, under the first', () => {
    const people = ['Calder Bay University', 'CALDER BAY university', 'MIT'].map((university) =>
      person({ university }),
    );
    expect(computeFounderStatistics([people])?.top_universities).toEqual([
      { label: 'Calder Bay University', count: 2 },
      { label: 'Massachusetts Institute of Technology', count: 1 },
    ]);
  });
});

describe('DeFi', () => {
  const protocols = readProtocols([
    { name: 'Alpha V1', symbol: 'ALP', gecko_id: 'alpha', tvl: 100, change_1d: 1, change_7d: 10 },
    { name: 'Alpha V2', symbol: 'ALP', gecko_id: 'alpha', tvl: 300, change_7d: null },
    { name: 'Beta', symbol: 'bet', gecko_id: null, tvl: 50, change_1d: 'much', change_7d: -4 },
    { name: 'Impostor', symbol: 'ALP', gecko_id: 'impostor', tvl: 999 },
    { name: 'Empty', symbol: 'GAM', gecko_id: 'gamma', tvl: 0 },
    { name: 'No TVL', symbol: 'GAM', gecko_id: 'gamma', tvl: null },
    'not a protocol',
  ]);

  test('default: matched by coin, else by ticker where no coin is named; missing changes count as 0', () => {
    const basket = [
      item('ALP', 'alpha'),
      item('BET', 'beta'),
      item('GAM', 'gamma'),
      item('X', null),
    ];
    expect(computeDefiStatistics(basket, protocols)).toEqual({
      total_tvl: 450,
      avg_tvl_change_7d: 2,
      protocols_with_data: 2,
      total_holdings: 4,
      top_by_tvl: [
        { symbol: 'ALP', name: 'Alpha V2', tvl: 300 },
        { symbol: 'ALP', name: 'Alpha V1', tvl: 100, change_1d: 1, change_7d: 10 },
        { symbol: 'BET', name: 'Beta', tvl: 50, change_7d: -4 },
      ],
    });
  });

  test('behavior: changes as a data node mirrors them say the same', () => {
    const mirrored = { name: 'Alpha', gecko_id: 'alpha', tvl: 1 };
    const changes = { tvl_change_1d: 1, tvl_change_7d: '2' };
    const defi = computeDefiStatistics(
      [item('ALP', 'alpha')],
      readProtocols([{ ...mirrored, ...changes }]),
    );
    expect(defi?.top_by_tvl).toMatchObject([{ change_1d: 1, change_7d: 2 }]);
  });

  test('behavior: a protocol that two holdings have counts once', () => {
    const twice = computeDefiStatistics([item('ALP', 'alpha'), item('WALP', 'alpha')], protocols);
    expect(twice).toMatchObject({ total_tvl: 400, protocols_with_data: 2 });
  });

  test('behavior: at most 10 protocols are shown, all are counted', () => {
    const many = readProtocols(
      Array.from({ length: 30 }, (_, n) => ({ name: `P${n}`, gecko_id: `c${n}`, tvl: n + 1 })),
    );
    const basket = Array.from({ length: 30 }, (_, n) => item(`S${n}`, `c${n}`));
    const defi = computeDefiStatistics(basket, many);
    expect(defi?.total_tvl).toBe(465);
    expect(defi?.top_by_tvl.map(({ tvl }) => tvl)).toEqual([
      30, 29, 28, 27, 26, 25, 24, 23, 22, 21,
    ]);
  });

  test('behavior: nothing matched is null', () => {
    expect(computeDefiStatistics([item('GAM', 'gamma')], protocols)).toBeNull();
    expect(computeDefiStatistics([], protocols)).toBeNull();
  });
});

describe('funding', () => {
  const at = (iso: string) => Date.parse(iso) / 1000;
  const rows = [
    {
      name: 'Alpha',
      defillamaId: 'alpha',
      round: 'Seed',
      amount: 2,
      valuation: 20,
      leadInvestors: ['Elm', 'Fox'],
      date: at('2023-04-05'),
    },
    {
      name: 'Alpha',
      defillama_id: 'alpha',
      round: 'Series A',
      amount: null,
      valuation: 0,
      leadInvestors: ['Elm'],
      date: at('2024-01-02T23:59:59Z'),
    },
    {
      name: 'BET',
      defillamaId: '77',
      round: '',
      amount: '1.5',
      valuation: '40',
      leadInvestors: [],
      date: null,
    },
    { name: 'Other', defillamaId: 'other', round: 'Seed', amount: 100, date: at('2025-01-01') },
    { round: 'nameless' },
  ];
  const basket = [item('ALP', 'alpha'), item('bet', 'beta'), item('X', null)];

  test('default: matched by id or by ticker as name, in both forms of the response', () => {
    for (const response of [rows, { raises: rows }]) {
      expect(computeFundingStatistics(basket, readRaises(response))).toEqual({
        total_raised_m: 3.5,
        avg_valuation_m: 30,
        total_rounds: 3,
        top_investors: [
          { name: 'Elm', count: 2 },
          { name: 'Fox', count: 1 },
        ],
        recent_raises: [
          { project: 'Alpha', round: 'Series A', amount_m: 0, lead: 'Elm', date: '2024-01-02' },
          { project: 'Alpha', round: 'Seed', amount_m: 2, lead: 'Elm, Fox', date: '2023-04-05' },
          { project: 'BET', round: 'Unknown', amount_m: 1.5, lead: '—' },
        ],
      });
    }
  });

  test('behavior: rows as a data node mirrors them say the same', () => {
    const mirrored = rows.map(({ defillamaId, defillama_id, ...row }) => {
      const { amount, valuation, leadInvestors, ...rest } = row;
      const spelt = { amount_m: amount, valuation_m: valuation, lead_investors: leadInvestors };
      return { ...rest, ...spelt, defillama_id: (defillama_id ?? defillamaId)?.toUpperCase() };
    });
    const [told, expected] = [mirrored, rows].map((sent) =>
      computeFundingStatistics(basket, readRaises(sent)),
    );
    expect(told).toEqual(expected);
    // Data nodes match by `defillama_id`, so it wins over `defillamaId`.
    const both = { name: 'Old Name', defillamaId: '2269', defillama_id: 'alpha', amount: 1 };
    for (const row of [both, { ...both, defillama_id: '', defillamaId: 'alpha' }]) {
      expect(computeFundingStatistics(basket, readRaises([row]))?.total_raised_m).toBe(1);
    }
  });

  test('behavior: without valuations their mean is 0', () => {
    const raises = readRaises([{ name: 'Alpha', defillamaId: 'alpha', amount: 1 }]);
    expect(computeFundingStatistics(basket, raises)?.avg_valuation_m).toBe(0);
  });

  test('behavior: the 10 newest raises and the 10 busiest investors are shown, all are counted', () => {
    const raises = readRaises(
      Array.from({ length: 25 }, (_, n) => ({
        name: 'Alpha',
        defillamaId: 'alpha',
        round: `R${n}`,
        amount: 1,
        leadInvestors: [`Investor ${n % 12}`],
        date: at('2020-01-01') + ((n * 7) % 25) * 86_400,
      })),
    );
    const funding = computeFundingStatistics(basket, raises);
    expect(funding).toMatchObject({ total_rounds: 25, total_raised_m: 25 });
    expect(funding?.top_investors).toHaveLength(10);
    expect(funding?.top_investors[0]).toEqual({ name: 'Investor 0', count: 3 });
    const days = funding?.recent_raises.map(({ date }) => date);
    expect(days).toEqual(
      Array.from({ length: 10 }, (_, n) => `2020-01-${String(25 - n).padStart(2, '0')}`),
    );
  });

  test('behavior: nothing matched is null', () => {
    expect(computeFundingStatistics([item('X', 'x')], readRaises(rows))).toBeNull();
  });
});
