import { expect, test } from 'vitest';
import { countRounds } from './count-rounds.ts';

const poll = (consensusRoundsTotal: number | null, consensusFailedTotal: number | null) => ({
  consensusRoundsTotal,
  consensusFailedTotal,
});

test('default: rounds and failures between the first and the last poll', () => {
  expect(countRounds([poll(1000, 5), poll(1600, 6), poll(2200, 8)])).toEqual({
    all: 1200,
    failed: 3,
  });
});

test('behavior: a restart begins the counts at zero, polls without counts are passed over', () => {
  expect(countRounds([poll(1000, 5), poll(null, null), poll(1010, 6), poll(20, 1)])).toEqual({
    all: 30,
    failed: 2,
  });
  expect(countRounds([poll(1000, 5)])).toBeNull();
  expect(countRounds([])).toBeNull();
});
