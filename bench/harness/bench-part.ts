import type { Tool } from '../machine/cores-and-tools.ts';
import type { BenchWorld, Contestant, HttpCase } from './contestant.ts';
import type { Report } from './report.ts';

/** How much is measured: all, or in half a minute what decides. */
export type Extent = 'full' | 'quick';

type Named = {
  readonly name: string;
  readonly title: string;
  /** What must be installed for it. */
  readonly needs: readonly Tool[];
};

/** Cases of requests and answers, all with the same contestants. */
export type HttpPart = Named & {
  readonly kind: 'http';
  readonly contestants: readonly Contestant[];
  readonly cases: readonly HttpCase[];
  /** Ids of those that take part in a quick run. */
  readonly quick: readonly string[];
  /** Names of the cases of a quick run; all when left out. */
  readonly quickCases?: readonly string[];
};

/** A part of the suite, run by its name; one of its own kind measures by itself. */
export type BenchPart =
  | HttpPart
  | (Named & {
      readonly kind: 'own';
      readonly run: (world: BenchWorld, extent: Extent) => AsyncIterable<Report>;
    });

/** The names of the cases of a part. */
export const caseNames = (part: BenchPart): readonly string[] =>
  part.kind === 'http' ? part.cases.map(({ name }) => name) : [];

/** The parts and cases of these names; everything where no name is given. */
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
