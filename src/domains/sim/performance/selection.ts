import {
  judgeSelection,
  type Selection,
  type SelectionVariant,
} from '../../../finance/selection.ts';
import { runYielding } from '../../../lib/event-loop-turns.ts';
import type { RunParent } from '../graphql-parents.ts';
import type { SimContext } from '../loaders.ts';

/** A run, and its label when it is the variant of a sweep. */
export type SelectionCandidate = { readonly run: RunParent; readonly label: string | null };

/** The judgement, with the run of each variant. */
export type RunSelection = Omit<Selection, 'variants'> & {
  readonly variants: readonly (SelectionVariant & SelectionCandidate)[];
};

/** Judges the choice among runs, whose series are loaded in batches; null below 2 that have one. */
export async function judgeRunSelection(
  candidates: readonly SelectionCandidate[],
  split: number,
  { loaders, signal }: SimContext,
): Promise<RunSelection | null> {
  const loaded = await Promise.all(
    candidates.map(async (candidate) => ({
      candidate,
      series: await loaders.sim.dailySeries(candidate.run.runId, candidate.run.navSeries),
    })),
  );
  const found = loaded.flatMap(({ candidate, series }) => (series ? [{ candidate, series }] : []));
  if (found.length < 2) return null;
  const { variants, ...figures } = await runYielding(
    judgeSelection(
      found.map(({ series }) => series),
      split,
    ),
    signal,
  );
  const named = found.flatMap(({ candidate }, at) => {
    const variant = variants[at];
    return variant ? [{ ...candidate, ...variant }] : [];
  });
  return { ...figures, variants: named };
}
