import { expect, test } from 'vitest';
import { createOperationsInProgress } from './operations-in-progress.ts';

const mebibyte = 1024 * 1024;
const { signal } = new AbortController();
const large = (client: string) => ({ client, bytes: 40 * mebibyte, signal });
const small = { client: 'a', bytes: 1000, signal };

function create(maxWait = 5) {
  const refused: string[] = [];
  const bound = createOperationsInProgress({
    maxBytes: 100 * mebibyte,
    maxWait,
    onRefuse: (which) => refused.push(which),
  });
  /** Starts work that ends when the returned function is called. */
  const start = (client: string) => {
    const { promise, resolve } = Promise.withResolvers<{ readonly from: string }>();
    const result = Promise.resolve(bound.run(large(client), () => promise));
    return { result, end: () => resolve({ from: client }) };
  };
  return { ...bound, refused, start };
}

test('default: work that fits is done at once and counted until it has ended', async () => {
  const { run, bytes, start } = create();
  const result = { done: true };
  expect(run(small, () => result)).toBe(result);
  expect(bytes()).toBe(0);
  const one = start('a');
  expect(bytes()).toBe(40 * mebibyte);
  one.end();
  expect(await one.result).toEqual({ from: 'a' });
  expect(bytes()).toBe(0);
});

test('behavior: work waits for memory, and small work does not', async () => {
  const { run, start, bytes } = create(10_000);
  const [a, b] = [start('a'), start('b')];
  const c = start('c');
  expect(bytes()).toBe(80 * mebibyte);
  expect(run(small, () => small)).toBe(small);
  a.end();
  await a.result;
  c.end();
  expect(await c.result).toEqual({ from: 'c' });
  b.end();
  await b.result;
  expect(bytes()).toBe(0);
});

test('error: beyond half for one client 429, beyond the bound for all 503', async () => {
  const { start, refused } = create();
  const [a, b] = [start('a'), start('b')];
  await expect(start('a').result).rejects.toMatchObject({ status: 429, retryAfter: 2 });
  await expect(start('c').result).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  expect(refused).toEqual(['client', 'total']);
  for (const one of [a, b]) one.end();
});

test('error: failed work is not counted any more, nor is that of a client that has left', async () => {
  const { run, bytes, start } = create(10_000);
  expect(() =>
    run(small, () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  await expect(run(small, () => Promise.reject(new Error('late')))).rejects.toThrow('late');
  const [a, b] = [start('a'), start('b')];
  const leaving = new AbortController();
  const waiting = run({ ...large('c'), signal: leaving.signal }, () => small);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  for (const one of [a, b]) one.end();
  await Promise.all([a.result, b.result]);
  expect(bytes()).toBe(0);
});

test('behavior: several results are counted until the last one, or until they are closed', async () => {
  const { run, bytes } = create();
  async function* two() {
    yield 1;
    yield 2;
  }
  expect(await Array.fromAsync(await run(large('a'), two))).toEqual([1, 2]);
  expect(bytes()).toBe(0);
  for await (const _ of await run(large('a'), two)) break;
  expect(bytes()).toBe(0);
});
