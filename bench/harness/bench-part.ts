import type { Tool } from '../machine/cores-and-tools.ts';
import type { BenchContext, Contestant, HttpCase } from './contestant.ts';
import type { Report } from './report.ts';

/** Which cases run: `full` runs all, `quick` only the decisive ones in about half a minute each. */
export type RunExtent = 'full' | 'quick';

type PartDescription = {
  readonly name: string;
  readonly title: string;
  /** Programs that the part requires. */
  readonly needs: readonly Tool[];
};

/** A part with HTTP cases that have the same contestants. */
export type HttpPart = PartDescription & {
  readonly kind: 'http';
  readonly contestants: readonly Contestant[];
  readonly cases: readonly HttpCase[];
  /** Ids of the contestants in a quick run. */
  readonly quick: readonly string[];
  /** Names of the cases in a quick run; all if omitted. */
  readonly quickCases?: readonly string[];
};

/**
 * A part of the suite, which is selected by its name. A part of kind `own` has its own measurement.
 */
export type BenchPart =
  | HttpPart
  | (PartDescription & {
      readonly kind: 'own';
      readonly run: (world: BenchContext, extent: RunExtent) => AsyncIterable<Report>;
    });

/** Returns the names of a part's cases. */
export const listCaseNames = (part: BenchPart): readonly string[] =>
  part.kind === 'http' ? part.cases.map(({ name }) => name) : [];

/** Selects parts and cases by name; all if no name is given. */
export function selectParts(
  parts: readonly BenchPart[],
  names: readonly string[],
): readonly BenchPart[] {
  if (names.length === 0) return parts;
  return parts.flatMap((part): readonly BenchPart[] => {
    if (names.includes(part.name)) return [part];
    if (part.kind !== 'http') return [];
    const cases = part.cases.filter(({ name }) => names.includes(name));
    return cases.length > 0 ? [{ ...part, cases, quickCases: cases.map(({ name }) => name) }] : [];
  });
}
