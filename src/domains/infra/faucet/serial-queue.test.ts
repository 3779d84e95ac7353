import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RateLimitedError } from '../../../lib/errors.ts';
import { createSerialQueue } from './serial-queue.ts';

test('default: one task at a time, in order, and a failure fails its caller alone', async () => {
  const queue = createSerialQueue(10);
  const log: string[] = [];
  const task = (name: string, time: number) => () =>
    pause(time).then(() => {
      log.push(name);
      if (name === 'bad') throw new Error('bad');
      return name;
    });
  const results = await Promise.allSettled([
    queue.run(task('slow', 20)),
    queue.run(task('bad', 5)),
    queue.run(task('fast', 0)),
  ]);
  expect(log).toEqual(['slow', 'bad', 'fast']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('error: more than the bound are refused, until there is room', async () => {
  const queue = createSerialQueue(2);
  const running = [queue.run(() => pause(10)), queue.run(() => pause(10))];
  await expect(queue.run(() => pause(0))).rejects.toBeInstanceOf(RateLimitedError);
  await Promise.all(running);
  await expect(queue.run(async () => 'in')).resolves.toBe('in');
});
