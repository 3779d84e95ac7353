import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setBatchedImmediate } from './batch-immediate.ts';

test('default: all calls run after the present turn, in order', async () => {
  const called: number[] = [];
  for (const number of [1, 2, 3]) setBatchedImmediate(() => called.push(number));
  await Promise.resolve();
  process.nextTick(() => called.push(0));
  expect(called).toEqual([]);
  await nextTurn();
  expect(called).toEqual([0, 1, 2, 3]);
});

test('behavior: a call that another call adds runs in the next turn', async () => {
  const called: string[] = [];
  setBatchedImmediate(() => {
    called.push('first');
    setBatchedImmediate(() => called.push('second'));
  });
  await nextTurn();
  expect(called).toEqual(['first']);
  await nextTurn();
  expect(called).toEqual(['first', 'second']);
});

test('behavior: a full batch runs at once, and each call runs once', async () => {
  const called: number[] = [];
  for (let number = 0; number < 100; number += 1) setBatchedImmediate(() => called.push(number));
  expect(called).toHaveLength(64);
  await nextTurn();
  expect(called).toEqual(Array.from({ length: 100 }, (_, number) => number));
});
