import { expect, test } from 'vitest';
import { countPredictions, listPredictions, type Predictions } from './predictions.ts';

test('behavior: a market without a prediction is missing, and not up', () => {
  const some: Predictions = new Map([
    [0, 'UP'],
    [2, 'DOWN'],
  ] as const);
  expect(countPredictions(some, 3)).toEqual({ up: 1, down: 1, missing: 1 });
  expect(listPredictions(some, 3)).toBeNull();
  expect(listPredictions(new Map(some).set(1, 'DOWN'), 3)).toEqual(['UP', 'DOWN', 'DOWN']);
});
