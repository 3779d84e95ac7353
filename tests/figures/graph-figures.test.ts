import { afterAll, beforeAll, expect, test } from 'vitest';
import { testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import type { TestGateway } from '../support/gateway.ts';
import { computeReference, expectSame, type Point } from './reference.ts';
import { queryData, startFiguresGateway } from './support/figures-gateway.ts';

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startFiguresGateway(stack);
});
afterAll(() => stack.disposeAsync());

const query = (text: string) => queryData(gateway, text);

const figures = `
  from to returns missingDays totalReturnPct annualizedReturnPct volatilityPct downsideDeviationPct
  sharpe sortino calmar omega ulcerIndexPct maxDrawdownPct valueAtRiskPct(confidence: 0.9)
  expectedShortfallPct(confidence: 0.9) skewness excessKurtosis bestDay { date returnPct }
  worstDay { date returnPct } positiveDaysPct positiveMonthsPct
  probabilisticSharpe(benchmark: 0.5)
  periodReturns { period from to returnPct annualizedPct }
  monthlyReturns { year month returnPct isPartial } yearlyReturns { year returnPct isPartial }
  drawdowns { peakDate troughDate recoveryDate depthPct days daysToTrough daysToRecovery }
  drawdownSeries { date drawdownPct }
  rolling(days: 20) { date returnPct volatilityPct sharpe maxDrawdownPct }
  distribution(bins: 10) { fromPct toPct count }`;
const comparison = `{
  betaToBenchmark alphaPct correlation trackingErrorPct informationRatio upCapturePct
  downCapturePct excessReturnPct days series { date value benchmark } }`;

const input = (topN: number) =>
  `simulation(input: { categoryId: "all", topN: ${topN}, weighting: "equal", rebalanceDays: 30, startDate: "2021-02-10" })`;

const day = 86_400;
const ofDates = (series: readonly { readonly date: string; readonly nav: number }[]) =>
  series.map(({ date, nav }): Point => [Date.parse(date) / 1000, nav]);
const ofTimes = (series: readonly { readonly timestamp: number; readonly nav: number }[]) =>
  series.map(({ timestamp, nav }): Point => [timestamp, nav]);

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
async function expectFigures(actual: any, points: readonly Point[], extra: object = {}) {
  const { distribution, ...rest } = actual;
  const options = { confidence: 0.9, benchmarkSharpe: 0.5, window: 20, bins: 10 };
  const [expected] = await computeReference([
    { kind: 'performance', points, ...options, ...extra },
  ]);
  const bins = distribution as readonly Record<string, number>[];
  const counted = {
    counts: bins.map(({ count }) => count),
    edges: [...bins.map(({ fromPct }) => fromPct), bins.at(-1)?.toPct],
  };
  expectSame({ ...rest, distribution: counted }, expected);
}

test.each(['D7', 'D30', 'D90', 'Y1', 'MAX'])(
  'default: the figures of every fund over %s equal the independent ones',
  async (range) => {
    const data = await query(`{
      dtfs(first: 3) { edges { node {
        navSeries(range: ${range}) { timestamp nav }
        performance(range: ${range}, riskFreePct: 3) { ${figures} } } } }
    }`);
    for (const { node: dtf } of data.dtfs.edges) {
      await expectFigures(dtf.performance, ofTimes(dtf.navSeries), { riskFreePct: 3 });
    }
  },
);

test('default: the figures of a run and of coins equal the independent ones', async () => {
  const { simulation } = await query(`{ ${input(5)} {
    runId navSeries { date nav }
    performance { ${figures} versus(benchmark: { coin: ETH }) ${comparison} }
    benchmark(symbol: ETH) { navSeries { date nav } performance { ${figures} } }
  } }`);
  const [points, benchmark] = [
    ofDates(simulation.navSeries),
    ofDates(simulation.benchmark.navSeries),
  ];
  const { versus, ...rest } = simulation.performance;
  const { series, ...compared } = versus;
  await expectFigures({ ...rest, versus: compared }, points, { benchmark });
  await expectFigures(simulation.benchmark.performance, benchmark);
  expect(series).toHaveLength(simulation.navSeries.length);
  expect(series[0]).toEqual({ date: simulation.navSeries[0].date, value: 1, benchmark: 1 });
  const { simulations } = await query(`{ simulations(ids: ["${simulation.runId}"]) {
    performance { versus(benchmark: { run: "${simulation.runId}" }) ${comparison} }
  } }`);
  expectSame(simulations[0].performance.versus, {
    betaToBenchmark: 1,
    alphaPct: 0,
    correlation: 1,
    trackingErrorPct: 0,
    informationRatio: null,
    upCapturePct: 100,
    downCapturePct: 100,
    excessReturnPct: 0,
  });
});

test('args: a run is cut to the days that are asked for', async () => {
  const { simulation } = await query(`{ ${input(5)} {
    navSeries { date nav }
    performance(from: "2021-03-01", to: "2022-01-31") { ${figures} }
    none: performance(from: "2030-01-01") { from returns totalReturnPct periodReturns { period } }
  } }`);
  const within = simulation.navSeries.filter(
    ({ date }: { date: string }) => date >= '2021-03-01' && date <= '2022-01-31',
  );
  await expectFigures(simulation.performance, ofDates(within));
  expect(simulation.none).toEqual({
    from: null,
    returns: 0,
    totalReturnPct: null,
    periodReturns: [],
  });
});

test('default: the figures of an asset equal the independent ones', async () => {
  const from = Math.floor(testNow / 1000) - 200 * day;
  const data = await query(`{ asset(symbol: "BTC") {
    priceHistory(from: ${from}) { timestamp nav: value }
    performance(from: ${from}) { ${figures} } } }`);
  await expectFigures(data.asset.performance, ofTimes(data.asset.priceHistory));
});

test('behavior: one day, and an unknown benchmark, have no figures', async () => {
  const data = await query(`{ dtfs(first: 1) { edges { node {
    performance(range: D1) { from }
    year: performance { versus(benchmark: { run: "999999" }) { days }
      unknown: versus(benchmark: { dtf: "0x${'9'.repeat(64)}" }) { days } }
  } } } }`);
  expect(data.dtfs.edges[0].node).toEqual({
    performance: null,
    year: { versus: null, unknown: null },
  });
});

test.each([
  ['valueAtRiskPct(confidence: 1)', /confidence must be above 0 and below 1/],
  ['rolling(days: 1) { date }', /days must be from 2 to 3650/],
  ['distribution(bins: 0) { count }', /bins must be from 1 to 500/],
  ['drawdowns(first: 0) { days }', /first must be from 1 to 100/],
  ['drawdownSeries(maxPoints: 3) { date }', /maxPoints must be from 4 to 10000/],
  ['versus(benchmark: { dtf: "0x1" }) { days }', /benchmark.dtf must be a global id of a DTF/],
])('error: %s is refused in its place', async (field, message) => {
  const { data, errors } = await gateway.query(
    `{ dtfs(first: 1) { edges { node { performance { returns ${field} } } } } }`,
  );
  expect(JSON.stringify(errors)).toMatch(message);
  expect(JSON.stringify(data)).toMatch(/"returns":36\d/);
});

test('args: a benchmark is exactly one of three', async () => {
  const { errors } = await gateway.query(
    '{ dtfs(first: 1) { edges { node { performance { versus(benchmark: { coin: BTC, run: "1" }) { days } } } } } }',
  );
  expect(JSON.stringify(errors)).toContain('BenchmarkInput');
});

test('default: concentration is that of the holdings', async () => {
  const data = await query(
    '{ dtfs(first: 20) { edges { node { performance { volatilityPct sortino maxDrawdownPct } concentration { top5Pct top10Pct herfindahl effectiveAssets } holdings { weight } } } } }',
  );
  for (const { node: dtf } of data.dtfs.edges) {
    const weights = dtf.holdings.map(({ weight }: { weight: number }) => weight);
    const squares = weights.reduce((sum: number, one: number) => sum + one ** 2, 0);
    expect(dtf.concentration.herfindahl).toBeCloseTo(squares, 12);
    expect(dtf.concentration.effectiveAssets).toBeCloseTo(1 / squares, 9);
  }
});

const orders = [
  ['VOLATILITY', 'volatilityPct'],
  ['MAX_DRAWDOWN', 'maxDrawdownPct'],
  ['SHARPE', 'sharpe'],
  ['SORTINO', 'sortino'],
  ['CALMAR', 'calmar'],
  ['RETURN_30D', 'periodReturns { period returnPct }'],
  ['RETURN_1Y', 'periodReturns { period returnPct } totalReturnPct returns'],
] as const;

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
function orderedFigure(performance: any, order: string): number | null {
  const period = order === 'RETURN_30D' ? 'MONTH' : 'YEAR';
  const { periodReturns, volatilityPct, maxDrawdownPct, sharpe, sortino, calmar } = performance;
  const { totalReturnPct, returns } = performance;
  const found = periodReturns?.find((one: { period: string }) => one.period === period);
  return (
    found?.returnPct ??
    volatilityPct ??
    maxDrawdownPct ??
    sharpe ??
    sortino ??
    calmar ??
    (returns < 364 ? null : totalReturnPct)
  );
}

test.each(orders)(
  'args: funds and runs can be ordered and filtered by %s',
  async (order, field) => {
    const run = (topN: number) => `run${topN}: ${input(topN)} { runId }`;
    await query(`{ ${[2, 4, 6].map(run).join(' ')} }`);
    const yearBegin = new Date(testNow - 365 * 86_400_000).toISOString().slice(0, 10);
    for (const list of ['dtfs', 'simulationResults']) {
      const read = async (args: string): Promise<readonly (number | null)[]> => {
        // Funds are ordered by 365 daily returns, of which the range of a year has 364.
        const year = list === 'dtfs' ? `(range: Y3, from: "${yearBegin}")` : '';
        const data = await query(
          `{ ${list}(first: 100, ${args}) { edges { node { performance${year} { ${field} } } } } }`,
        );
        return data[list].edges.map(({ node }: { node: { performance: unknown } }) =>
          orderedFigure(node.performance, order),
        );
      };
      const ordered = await read(`orderBy: { field: ${order} }`);
      const all = ordered.filter((one) => one !== null);
      expect(all.length).toBeGreaterThan(2);
      expect(ordered.slice(0, all.length)).toEqual(all);
      expect(all).toEqual(all.toSorted((left, right) => right - left));
      const [least, most] = [all[2] ?? 0, all[1] ?? 0];
      const within = await read(
        `filter: { figures: [{ figure: ${order}, min: ${least}, max: ${most} }] }, orderBy: { field: ${order}, direction: ASC }`,
      );
      expect(within).toEqual(
        all.filter((one) => one >= least && one <= most).toSorted((left, right) => left - right),
      );
    }
  },
);
