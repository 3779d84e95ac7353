import { expect, test } from 'vitest';
import { readConfig } from './run-config.ts';

type Run = Parameters<typeof readConfig>[0];

const first = '2020-01-02';

/** A run over that many days, by a rule of `rebalanceDays` days as the data node lists it. */
const runOf = (days: number, rebalanceDays: number, totalRebalances: number) =>
  ({
    runId: '1',
    config: { rebalanceDays, thresholdPct: null, fngMode: null, domMode: null, vcMode: null },
    stats: {
      startDate: first,
      endDate: new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10),
      totalRebalances,
      totalReturnPct: 1,
    },
  }) as unknown as Run;

test.each([
  [2523, 365, 7],
  [1098, 30, 37],
  [29, 30, 1],
  [30, 30, 2],
  [1, 1, 2],
])('default: %d days by a rule of %d days make %d rebalances', (days, rule, rebalances) => {
  expect(readConfig(runOf(days, rule, rebalances)).unlistedRebalances).toBeNull();
});

test.each([
  [2523, 365, 9],
  [2523, 365, 8],
  [2523, 365, 6],
  [2523, 30, 84],
])(
  'behavior: %d days and a rule of %d days do not make %d rebalances',
  (days, rule, rebalances) => {
    const { unlistedRebalances, hasFurtherInputs } = readConfig(runOf(days, rule, rebalances));
    expect(unlistedRebalances).toBe(rebalances);
    expect(hasFurtherInputs).toBe(true);
  },
);

test('behavior: a run with a known drift band has its own rule', () => {
  const { unlistedRebalances } = readConfig(runOf(2523, 365, 9), { thresholdPct: 15 });
  expect(unlistedRebalances).toBeNull();
});
