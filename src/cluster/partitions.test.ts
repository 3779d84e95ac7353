import { expect, test } from 'vitest';
import { cachePolicies } from '../cache/cache-policies.ts';
import { partitionOf, partitions, slotOf } from './partitions.ts';

test('default: the slots divide a cluster of any size evenly', () => {
  for (const masters of [1, 2, 3, 5, 8, 16]) {
    const shares = Array.from({ length: masters }, () => 0);
    for (const partition of partitions) {
      const master = Math.floor((slotOf(partition) * masters) / 16_384);
      shares[master] = (shares[master] ?? 0) + 1;
    }
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  }
});

test('default: subjects are spread over all partitions, policies over most', () => {
  const subjects = Array.from({ length: 1000 }, (_, n) => partitionOf(`subject ${n}`));
  expect(new Set(subjects)).toEqual(new Set(partitions));
  expect(new Set(Object.keys(cachePolicies).map(partitionOf)).size).toBeGreaterThan(10);
});
