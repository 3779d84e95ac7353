import type { RunProgress } from '../pool/messages.ts';
import { publicErrorMessage } from '../run-failure.ts';
import { frame, sweepDoneFrame, type VariantPlace, variantBytes } from '../run-responses.ts';
import type { SharedRuns } from '../shared-runs.ts';
import { formatUnixDay } from '../store/run-json.ts';
import type { Variant } from './variants.ts';

/** A sweep that is under way. */
export type SweepOptions = {
  readonly desk: SharedRuns;
  readonly variants: readonly Variant[];
  /** Ends the sweep at once. */
  readonly leaving: AbortSignal;
};

/**
 * Runs the variants of a sweep one after another: frames of `progress`, `variant_done` or
 * `variant_error` (and on with the next), then `sweep_done`. Percentages are of the whole sweep.
 */
export async function* runSweep({
  desk: sharedRuns,
  variants,
  leaving,
}: SweepOptions): AsyncGenerator<Uint8Array> {
  const done: Uint8Array[] = [];
  let reached = -1;
  for (const [index, { label, request }] of variants.entries()) {
    const place = { variant: label, variant_index: index, total_variants: variants.length };
    try {
      if (request instanceof Error) throw request;
      for await (const event of sharedRuns.subscribe(request, leaving)) {
        if (event.kind === 'result') {
          const run = variantBytes(place, event);
          done.push(run);
          yield frame(run);
        } else {
          const pct = overallPct(place, event.progress);
          if (pct > reached) yield progressFrame(place, { ...event.progress, pct });
          reached = Math.max(reached, pct);
        }
      }
    } catch (error) {
      const event = { type: 'variant_error', ...place, error: publicErrorMessage(error) };
      yield frame(JSON.stringify({ ...event, message: event.error }));
    }
    if (leaving.aborted) return;
  }
  yield sweepDoneFrame(variants.length, done);
}

function overallPct({ variant_index, total_variants }: VariantPlace, { pct }: RunProgress): number {
  return Math.floor((100 * (100 * variant_index + pct)) / total_variants) / 100;
}

function progressFrame(place: VariantPlace, { pct, day, totalDays }: RunProgress): Uint8Array {
  const current_date = formatUnixDay(day);
  return frame(
    JSON.stringify({
      type: 'progress',
      ...place,
      pct,
      current_date,
      total_dates: totalDays,
      message: `${place.variant}: ${current_date}`,
    }),
  );
}
