import { expect, test } from 'vitest';
import { compareWithRule, findMostPlayed } from './rule-comparison.ts';

const ticksOf = (batchId: number, first: number, count: number, hits = 6) =>
  Array.from({ length: count }, (_, index) => ({
    batchId,
    tickId: first + index,
    hits,
    decided: 10,
    isForfeit: false,
  }));

test('default: the batch with most played ticks is compared, over the ticks that both have', () => {
  const ticks = [...ticksOf(1, 0, 11), ...ticksOf(2, 100, 14)];
  const most = findMostPlayed(ticks);
  expect(most).toMatchObject({ batchId: 2, from: 100, to: 113 });
  const replayed = [...ticksOf(2, 90, 10, 0), ...ticksOf(2, 100, 12, 8)];
  expect(compareWithRule(most?.ticks ?? [], replayed)).toEqual({
    ticks: 12,
    ofPlayer: 0.6,
    ofRule: 0.8,
  });
});

test('behavior: nothing is compared below ten ticks, and forfeits are none', () => {
  const forfeits = ticksOf(1, 50, 5).map((tick) => ({ ...tick, isForfeit: true }));
  expect(findMostPlayed([...ticksOf(1, 0, 9), ...forfeits])).toBeNull();
  expect(compareWithRule(ticksOf(1, 0, 20), ticksOf(1, 0, 9))).toBeNull();
  expect(findMostPlayed([])).toBeNull();
});
