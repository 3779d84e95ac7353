import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRunParameters } from './parameters/parse-run-parameters.ts';
import { prepareMarket } from './prepare-market.ts';
import { type BacktestResult, runBacktest } from './run-backtest.ts';
import { buildHistory } from './testing/build-history.ts';
import { type NaiveBacktestResult, runNaiveBacktest } from './testing/naive-backtest.ts';
import { createRandomHistoryPlan, createSeededRandom } from './testing/random-history-plan.ts';
import { createRandomRunQuery } from './testing/random-run-query.ts';

const TOLERANCE = 1e-9;

/**
 * Compares the engine with the slow second implementation on the same market and parameters;
 * returns the difference, or null.
 */
function compare(seed: number): string | null {
  const random = createSeededRandom(seed);
  const days = 3 + Math.floor(random() * 90);
  const trouble = [0, 0.05, 0.3][seed % 3] as number;
  const history = buildHistory(
    createRandomHistoryPlan({ seed, days, assets: 1 + Math.floor(random() * 9), trouble }),
  );
  const market = prepareMarket(history);
  const query = createRandomRunQuery(random, days);
  const { parameters } = parseRunParameters(query, market);
  const slow = runNaiveBacktest(history, parameters);
  let fast: BacktestResult | null = null;
  try {
    fast = runBacktest({ market, parameters });
  } catch (error) {
    if (slow === null && error instanceof Error && /^not enough coins/.test(error.message))
      return null;
    return `${query}: ${error}`;
  }
  if (slow === null) return `${query}: the slow run found nothing`;
  const difference = firstDifference(fast, slow);
  return difference === null ? null : `${query} (${days} days): ${difference}`;
}

function firstDifference(fast: BacktestResult, slow: NaiveBacktestResult): string | null {
  if (fast.start !== slow.start) return `start ${fast.start} ${slow.start}`;
  const far = (a: number, b: number) => !(Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b)));
  for (const [day, value] of slow.nav.entries()) {
    if (far(fast.nav[day] as number, value)) return `nav of day ${day}: ${fast.nav[day]} ${value}`;
  }
  for (const [name, value] of Object.entries(slow.statistics)) {
    const own = fast.statistics[name as keyof typeof fast.statistics];
    const same =
      name.startsWith('total_') && !name.endsWith('_pct') ? own === value : !far(own, value);
    if (!same) return `${name}: ${own} ${value}`;
  }
  return fast.nav.length === slow.nav.length ? null : 'number of days';
}

test('behavior: the engine agrees with a slow second implementation to 1e-9 on random markets and parameters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      expect(compare(seed)).toBe(null);
    }),
    { numRuns: 1500 },
  );
});
