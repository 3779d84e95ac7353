import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQueryParams } from '../../../http/parse-params.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { runQuerySchema, sweepQuerySchema } from './run-query.ts';
import { checkWeightingFitsCategory, toRunRequest, toSweepRequest } from './sim-request.ts';

const base = 'category_id=all&top_n=10&weighting=equal&rebalance_days=30';
const run = (query: string) => toRunRequest(parseQueryParams(runQuerySchema, query));
const sweep = (query: string) => toSweepRequest(parseQueryParams(sweepQuerySchema, query));

describe('a run', () => {
  test('default: fills in what is not given and requests only that from upstreams', () => {
    expect(run(base)).toEqual({
      key: expect.any(String),
      force: false,
      query: 'category_id=all&rebalance_days=30&top_n=10&weighting=equal',
      config: {
        category_id: 'all',
        top_n: 10,
        weighting: 'equal',
        rebalance_days: 30,
        base_fee_pct: 0.1,
        spread_multiplier: 1,
        fng_fear_threshold: 25,
        fng_greed_threshold: 75,
        fng_cash_pct: 0.4,
        dom_lookback: 30,
        delist_haircut: 0,
      },
    });
  });

  test('behavior: every parameter reaches upstream in one spelling', () => {
    const { query } = run(
      'vc_round_types=Series A,seed&vc_investors=Beta Fund, alpha&vc_mode=FRESH_06&vc_min_amount_m=2&dom_lookback=14&dom_mode=BTC&fng_cash_pct=.5&fng_greed_threshold=80&fng_fear_threshold=20&fng_mode=Both&threshold_pct=5e0&start_date=2021-03-01&spread_multiplier=0&base_fee_pct=0.25&rebalance_days=07&weighting=CAPPED_mcap_10&top_n=5&category_id=all&force=1&delist_haircut=0.5',
    );
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      category_id: 'all',
      top_n: '5',
      weighting: 'mcap_cap10',
      rebalance_days: '7',
      base_fee_pct: '0.25',
      spread_multiplier: '0',
      start_date: '2021-03-01',
      threshold_pct: '5',
      fng_mode: 'both',
      fng_fear_threshold: '20',
      fng_greed_threshold: '80',
      fng_cash_pct: '0.5',
      dom_mode: 'btc',
      dom_lookback: '14',
      vc_mode: 'fresh_6',
      vc_investors: 'alpha,beta fund',
      vc_min_amount_m: '2',
      vc_round_types: 'seed,series_a',
      delist_haircut: '0.5',
      force: 'true',
    });
  });

  test.each([
    ['mcap_cap10', 'capped_mcap_10'],
    ['tvl_cap10', 'TVL_Capped_10'],
    ['fees_w', 'fees'],
    ['revenue_w', 'revenue'],
    ['volume_w', 'volume'],
    ['tvl_mom_90', 'tvl_momentum_90'],
    ['fee_eff', 'fee_efficiency'],
    ['yield_w', 'YIELD'],
    ['momentum_90', 'Momentum_090'],
  ])('behavior: %s and %s are the same weighting', (canonical, alias) => {
    const of = (weighting: string) =>
      run(`category_id=dl-dexes&top_n=5&weighting=${weighting}&rebalance_days=30`);
    expect(of(alias).key).toBe(of(canonical).key);
    expect(of(alias).config.weighting).toBe(canonical);
  });

  test('behavior: spelling and order make no difference, any other value does', () => {
    const values: Record<string, readonly string[]> = {
      top_n: ['5', '10', '20'],
      base_fee_pct: ['0.1', '0', '1.5'],
      start_date: ['2021-01-01', '2022-01-01'],
      threshold_pct: ['3', '3.5'],
      fng_mode: ['fear', 'greed'],
      fng_cash_pct: ['0.4', '0.41'],
      dom_mode: ['btc', 'eth', 'inverse'],
      vc_min_amount_m: ['1', '1.5'],
      vc_investors: ['a,b', 'a'],
    };
    const spell: Record<string, string> = {
      '10': '010',
      '0.1': '1e-1',
      fear: 'FEAR',
      'a,b': 'B, a,b',
    };
    const query = fc.record(
      Object.fromEntries(
        Object.entries(values).map(([name, options]) => [name, fc.constantFrom(...options)]),
      ),
      { requiredKeys: ['top_n'] },
    );
    const rest = ['category_id=all', 'weighting=equal', 'rebalance_days=30'];
    const keyOf = (parts: readonly string[]) => run([...rest, ...parts].join('&')).key;
    // An omitted parameter and one with its default value give the same request.
    const defaults: Record<string, string> = { base_fee_pct: '0.1', fng_cash_pct: '0.4' };
    const meaning = (given: Record<string, string | undefined>) =>
      JSON.stringify(Object.entries({ ...defaults, ...given }).sort());
    fc.assert(
      fc.property(query, query, (left, right) => {
        const leftQuery = Object.entries(left).map(([name, value]) => `${name}=${value}`);
        const respelled = Object.entries(left).map(
          ([name, value]) => `${name}=${spell[`${value}`] ?? value}`,
        );
        expect(keyOf(respelled.reverse())).toBe(keyOf(leftQuery));
        const rightQuery = Object.entries(right).map(([name, value]) => `${name}=${value}`);
        const same = meaning(left) === meaning(right);
        expect(keyOf(leftQuery) === keyOf(rightQuery)).toBe(same);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['category_id', ''],
    ['category_id', '../x'],
    ['top_n', '0'],
    ['top_n', '1001'],
    ['top_n', '-1'],
    ['top_n', '5.5'],
    ['top_n', 'NaN'],
    ['top_n', ''],
    ['top_n', '1e1'],
    ['top_n', '٥'],
    ['rebalance_days', '0'],
    ['rebalance_days', '3651'],
    ['weighting', 'best'],
    ['weighting', 'mcap_cap0'],
    ['weighting', 'mcap_cap101'],
    ['weighting', 'momentum_1'],
    ['weighting', 'momentum_'],
    ['weighting', 'equal5'],
    ['weighting', '__proto__'],
    ['base_fee_pct', '-0.1'],
    ['base_fee_pct', '26'],
    ['base_fee_pct', 'Infinity'],
    ['base_fee_pct', '0x10'],
    ['base_fee_pct', '1e309'],
    ['spread_multiplier', '201'],
    ['spread_multiplier', 'abc'],
    ['start_date', '2021-02-30'],
    ['start_date', '01/02/2021'],
    ['force', 'yes'],
    ['threshold_pct', '0'],
    ['threshold_pct', '101'],
    ['fng_mode', 'panic'],
    ['fng_fear_threshold', '-1'],
    ['fng_greed_threshold', '101'],
    ['fng_cash_pct', '1.01'],
    ['dom_mode', 'doge'],
    ['dom_lookback', '0'],
    ['vc_mode', 'fresh_0'],
    ['vc_mode', 'fresh_121'],
    ['vc_mode', 'toString'],
    ['vc_investors', ' , '],
    ['vc_min_amount_m', '-1'],
    ['vc_round_types', ''],
    ['delist_haircut', '1'],
  ])('error: %s=%s is refused by name', (name, value) => {
    const query = new URLSearchParams(base);
    query.set(name, value);
    expect(() => run(query.toString())).toThrow(InvalidInputError);
    expect(() => run(query.toString())).toThrow(new RegExp(`^${name} must be`));
  });

  test.each(['category_id', 'top_n', 'weighting', 'rebalance_days'])(
    'error: %s is required',
    (name) => {
      const query = new URLSearchParams(base);
      query.delete(name);
      expect(() => run(query.toString())).toThrow(`${name} is required`);
    },
  );

  test.each(Object.keys(runQuerySchema.shape))('error: %s must be given once', (name) => {
    expect(() => run(`${base}&${name}=1&${name}=1`)).toThrow(`${name} must be given once`);
  });

  test('error: an unknown parameter is refused by name', () => {
    expect(() => run(`${base}&topn=5`)).toThrow(/^unknown parameter topn; known are category_id/);
  });

  test('error: an unknown weighting is refused with the valid ones', () => {
    const all =
      'equal, mcap, mcap_cap{P}, sqrt_mcap, momentum_{L}, invvol_{L}, dual_mom_{L}, risk_parity_{L}, min_var_{L}, multi_factor_{L}, low_vol_{L}, tvl, tvl_cap{P}, tvl_sqrt, fees_w, revenue_w, volume_w, tvl_mom_{L}, fee_eff, yield_w';
    expect(() => run(base.replace('equal', 'best'))).toThrow(all);
  });

  test('error: regimes that would contradict each other', () => {
    const crossed = `${base}&fng_fear_threshold=80&fng_greed_threshold=20`;
    expect(() => run(`${crossed}&fng_mode=both`)).toThrow('fng_fear_threshold must not be above');
    expect(run(`${crossed}&fng_mode=fear`).config.fng_fear_threshold).toBe(80);
  });

  test('error: a DeFi weighting outside of DeFi categories', () => {
    expect(() => checkWeightingFitsCategory('tvl_cap10', 'all')).toThrow(InvalidInputError);
    expect(() => checkWeightingFitsCategory('tvl_cap10', 'dl-dexes')).not.toThrow();
    expect(() => checkWeightingFitsCategory('mcap', 'all')).not.toThrow();
  });
});

describe('a sweep', () => {
  test('default: the base is equal weights, 30 days, top 10', () => {
    expect(sweep('sweep=top_n&category_id=all').query).toBe(
      'category_id=all&rebalance_days=30&sweep=top_n&top_n=10&weighting=equal',
    );
  });

  test('behavior: categories stay in order and count for category sweeps only', () => {
    const of = (rest: string) => sweep(`category_id=all&${rest}`).key;
    expect(of('sweep=category&categories=b,a')).toBe(of('sweep=Category&categories=b,%20a,b'));
    expect(of('sweep=category&categories=b,a')).not.toBe(of('sweep=category&categories=a,b'));
    expect(of('sweep=top_n&categories=a')).toBe(of('sweep=top_n'));
  });

  test.each([
    [
      'sweep=fees&category_id=all',
      'sweep must be one of top_n, weighting, rebalance, category, threshold',
    ],
    ['category_id=all', 'sweep is required'],
    ['sweep=top_n', 'category_id is required'],
    ['sweep=category&category_id=all', 'categories is required when sweep is category'],
    ['sweep=category&category_id=all&categories=,', 'categories must be'],
    ['sweep=top_n&category_id=all&weighting=nope', 'weighting must be one of'],
  ])('error: %s', (query, message) => {
    expect(() => sweep(query)).toThrow(message);
  });
});
