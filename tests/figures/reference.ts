import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** A value at a moment: Unix seconds, and a number. */
export type Point = readonly [number, number];

/** What the independent implementation computes. */
export type ReferenceTask = Readonly<Record<string, unknown>> & {
  readonly kind: 'performance' | 'selection' | 'wallet' | 'ledger' | 'probabilities';
};

const script = fileURLToPath(new URL('reference.py', import.meta.url));

/** Computes all tasks with numpy and pandas (Debian's python3-numpy and python3-pandas). */
export async function computeReference(
  tasks: readonly ReferenceTask[],
  // biome-ignore lint/suspicious/noExplicitAny: results of every shape
): Promise<readonly any[]> {
  const python = spawn('/usr/bin/python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify(tasks));
  let text = '';
  for await (const chunk of python.stdout) text += chunk;
  return JSON.parse(text);
}

const relative = 1e-9;
/** Figures that are 0 but for rounding: percents of values about 1. */
const absolute = 1e-9;

/** Compares values of any shape; numbers may differ by 1e-9 relatively. */
export function expectSame(actual: unknown, expected: unknown, path = 'value'): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const tolerance = Math.max(absolute, relative * Math.abs(expected));
    expect(Math.abs(actual - expected), `${path}: ${actual} is not ${expected}`).toBeLessThan(
      tolerance,
    );
    return;
  }
  if (typeof expected !== 'object' || expected === null) {
    expect(actual, path).toBe(expected);
    return;
  }
  if (Array.isArray(expected))
    expect((actual as readonly unknown[]).length, path).toBe(expected.length);
  for (const [name, member] of Object.entries(expected)) {
    expectSame((actual as Record<string, unknown>)[name], member, `${path}.${name}`);
  }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const secondsPerDay = 86_400;

/** A random walk with gaps and several points on some days. */
export function randomWalk(
  seed: number,
  {
    days,
    volatility = 0.03,
    gaps = 0,
    start = 18_262,
  }: {
    readonly days: number;
    readonly volatility?: number;
    readonly gaps?: number;
    readonly start?: number;
  },
): readonly Point[] {
  const random = createRandom(seed);
  let value = 50 + 100 * random();
  return Array.from({ length: days }, (_, at): Point => {
    value *= 1 + volatility * (random() + random() + random() - 1.49);
    return [(start + at) * secondsPerDay + Math.floor(random() * 40_000), value];
  }).filter((_point, at) => at === 0 || at === days - 1 || random() >= gaps);
}
