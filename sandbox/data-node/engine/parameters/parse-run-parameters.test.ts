import { expect, test } from 'vitest';
import { prepareMarket } from '../prepare-market.ts';
import { buildHistory } from '../testing/build-history.ts';
import { createConstantPrices } from '../testing/run-history-plan.ts';
import { parseRunParameters } from './parse-run-parameters.ts';
import { createRunCacheKey } from './run-parameters.ts';
import { listSweepWeightings } from './weighting.ts';

const market = prepareMarket(
  buildHistory({
    days: 100,
    assets: [{ id: 'a', price: createConstantPrices(100, 1) }],
    categories: { 'dl-x': ['a'] },
  }),
);
const least = 'category_id=all&top_n=10&weighting=mcap&rebalance_days=30';
const parse = (query: string) => parseRunParameters(new URLSearchParams(query), market);
const keyOf = (query: string) => createRunCacheKey(parse(query).parameters, market.version);

test('default: everything optional has its default', () => {
  expect(parse(least)).toEqual({
    parameters: {
      category_id: 'all',
      top_n: 10,
      weighting: 'mcap',
      rebalance_days: 30,
      base_fee_pct: 0.1,
      spread_multiplier: 1,
      start_date: '2020-01-01',
      threshold_pct: null,
      fng_mode: null,
      fng_fear_threshold: 25,
      fng_greed_threshold: 75,
      fng_cash_pct: 0.4,
      dom_mode: null,
      dom_lookback: 30,
      vc_mode: null,
      vc_investors: [],
      vc_min_amount_m: null,
      vc_round_types: [],
      delist_haircut: 0,
    },
    force: false,
  });
});

test('behavior: order, spelling, defaults and force make no other request', () => {
  const same = [
    'weighting=MCAP&rebalance_days=030&top_n=10&category_id=all',
    `${least}&base_fee_pct=0.10&spread_multiplier=1e0&fng_cash_pct=.4`,
    `${least}&start_date=2019-05-05`,
    `${least}&start_date=2020-01-01&force=true`,
    `${least}&something=else`,
  ];
  for (const query of same) expect(keyOf(query)).toBe(keyOf(least));
  const vc = 'vc_investors=Beta,alpha&vc_round_types=Series%20A';
  expect(keyOf(`${least}&${vc}`)).toBe(
    keyOf(
      `${least}&vc_mode=include&vc_investors=%20ALPHA%20,beta,alpha&vc_round_types=series_a&vc_min_amount_m=0`,
    ),
  );
});

test('behavior: every parameter is part of the key, to its last digit', () => {
  const others = [
    'top_n=11',
    'weighting=equal',
    'rebalance_days=31',
    'category_id=dl-x',
    'base_fee_pct=0.1000001',
    'spread_multiplier=1.5',
    'start_date=2020-01-02',
    'threshold_pct=5',
    'threshold_pct=5.5',
    'fng_mode=fear',
    'fng_fear_threshold=26',
    'fng_greed_threshold=76',
    'fng_cash_pct=0.5',
    'dom_mode=btc',
    'dom_lookback=31',
    'vc_mode=include',
    'vc_mode=fresh_6',
    'vc_investors=x',
    'vc_min_amount_m=0.5',
    'vc_round_types=seed',
    'delist_haircut=0.5',
  ];
  const keys = others.map((change) => {
    const query = new URLSearchParams(least);
    for (const [name, value] of new URLSearchParams(change)) query.set(name, value);
    return keyOf(query.toString());
  });
  expect(new Set([keyOf(least), ...keys]).size).toBe(others.length + 1);
  expect(createRunCacheKey(parse(least).parameters, 'other data')).not.toBe(keyOf(least));
});

test('behavior: both spellings of a weighting, in any case, have one canonical name', () => {
  const pairs = {
    capped_mcap_10: 'mcap_cap10',
    Mcap_Cap25: 'mcap_cap25',
    tvl_capped_10: 'tvl_cap10',
    FEES: 'fees_w',
    revenue: 'revenue_w',
    volume: 'volume_w',
    tvl_momentum_90: 'tvl_mom_90',
    fee_efficiency: 'fee_eff',
    Yield: 'yield_w',
    momentum_030: 'momentum_30',
  };
  for (const [given, name] of Object.entries(pairs)) {
    const query = `category_id=dl-x&top_n=10&weighting=${given}&rebalance_days=30`;
    expect(parse(query).parameters.weighting).toBe(name);
  }
});

test('behavior: eleven schemes, twenty for a DeFi category', () => {
  expect(listSweepWeightings('all')).toHaveLength(11);
  expect(listSweepWeightings('dl-x')).toHaveLength(20);
  for (const weighting of listSweepWeightings('dl-x')) {
    const query = `category_id=dl-x&top_n=10&weighting=${weighting}&rebalance_days=30`;
    expect(parse(query).parameters.weighting).toBe(weighting);
  }
});

const refused: readonly (readonly [string, RegExp])[] = [
  ['top_n=0', /^top_n must be a whole number from 1 to 1000$/],
  ['top_n=-1', /^top_n/],
  ['top_n=1.5', /^top_n/],
  ['top_n=1e3', /^top_n/],
  ['top_n=NaN', /^top_n/],
  ['top_n=1001', /^top_n/],
  ['top_n=', /^top_n is required/],
  ['rebalance_days=0', /^rebalance_days must be a whole number from 1 to 3650$/],
  ['rebalance_days=abc', /^rebalance_days/],
  ['weighting=foo', /^weighting must be one of equal, mcap, .*yield_w/],
  ['weighting=momentum', /^weighting must be one of/],
  ['weighting=equal_5', /^weighting must be one of/],
  ['weighting=momentum_0', /whole number from 2 to 730/],
  ['weighting=mcap_cap101', /whole number from 1 to 100/],
  ['weighting=__proto__', /^weighting must be one of/],
  ['weighting=tvl', /needs a DeFi category/],
  ['base_fee_pct=-0.1', /^base_fee_pct must be a number from 0 to 25$/],
  ['base_fee_pct=NaN', /^base_fee_pct/],
  ['base_fee_pct=Infinity', /^base_fee_pct/],
  ['base_fee_pct=1e309', /^base_fee_pct/],
  ['base_fee_pct=0x1', /^base_fee_pct/],
  ['base_fee_pct=', /^base_fee_pct/],
  ['base_fee_pct=1%202', /^base_fee_pct/],
  ['spread_multiplier=-1', /^spread_multiplier/],
  ['start_date=2020-02-30', /^start_date must be a date YYYY-MM-DD$/],
  ['start_date=01.02.2020', /^start_date/],
  ['start_date=2020-04-10', /^start_date must not be after 2020-04-09, the last day of the data$/],
  ['threshold_pct=0', /^threshold_pct/],
  ['threshold_pct=-5', /^threshold_pct/],
  ['threshold_pct=101', /^threshold_pct/],
  ['fng_mode=contrarian', /^fng_mode must be one of fear, greed, both$/],
  ['fng_fear_threshold=101', /^fng_fear_threshold/],
  ['fng_greed_threshold=75.5', /^fng_greed_threshold/],
  ['fng_cash_pct=1.1', /^fng_cash_pct must be a number from 0 to 1$/],
  ['fng_cash_pct=-0.1', /^fng_cash_pct/],
  ['fng_mode=both&fng_fear_threshold=80', /must not be above fng_greed_threshold/],
  ['dom_mode=doge', /^dom_mode must be one of btc, eth, inverse$/],
  ['dom_lookback=0', /^dom_lookback/],
  ['vc_mode=lead', /^vc_mode must be one of include/],
  ['vc_mode=fresh_0', /^vc_mode/],
  ['vc_mode=', /^vc_mode/],
  ['vc_investors=', /^vc_investors/],
  ['vc_investors=%20,%20', /^vc_investors/],
  ['vc_min_amount_m=-1', /^vc_min_amount_m/],
  ['vc_round_types=,', /^vc_round_types/],
  ['force=maybe', /^force must be true or false$/],
  ['delist_haircut=1', /^delist_haircut/],
];

test.each(refused)('args: %s is refused with 400', (change, message) => {
  const query = new URLSearchParams(least);
  for (const [name, value] of new URLSearchParams(change)) query.set(name, value);
  expect(() => parse(query.toString())).toThrow(expect.objectContaining({ status: 400 }));
  expect(() => parse(query.toString())).toThrow(message);
});

test('args: a parameter given twice is refused', () => {
  for (const twice of [
    'top_n=10',
    'category_id=all',
    'force=true&force=true',
    'vc_mode=include&vc_mode=include',
  ]) {
    expect(() => parse(`${least}&${twice}`)).toThrow(/must be given once, not 2 times/);
  }
});

test('args: missing required parameters are named', () => {
  for (const name of ['category_id', 'top_n', 'weighting', 'rebalance_days']) {
    const query = new URLSearchParams(least);
    query.delete(name);
    expect(() => parse(query.toString())).toThrow(`${name} is required`);
  }
});

test('error: an unknown category is a 404', () => {
  const query = least.replace('all', 'nowhere');
  expect(() => parse(query)).toThrow(expect.objectContaining({ status: 404 }));
});
