import type { RunProgress } from '../pool/messages.ts';
import { getPublicErrorMessage } from '../run-error-response.ts';
import {
  formatDataFrame,
  formatSweepDoneFrame,
  formatVariant,
  type VariantPosition,
} from '../run-responses.ts';
import type { SharedRuns } from '../shared-runs.ts';
import { formatUnixDay } from '../store/run-json.ts';
import type { SweepVariant } from './variants.ts';

/** Options of a sweep. */
export type SweepOptions = {
  readonly sharedRuns: SharedRuns;
  readonly variants: readonly SweepVariant[];
  /** Aborts the sweep at once. */
  readonly signal: AbortSignal;
};

/**
 * Runs the variants of a sweep one after another. Yields frames of `progress`, then `variant_done`
 * or `variant_error` for each variant, and finally `sweep_done`. A failed variant does not end the
 * sweep. Percentages refer to the whole sweep.
 */
export async function* runSweep({
  sharedRuns,
  variants,
  signal,
}: SweepOptions): AsyncGenerator<Uint8Array> {
  const done: Uint8Array[] = [];
  let reached = -1;
  for (const [index, { label, request }] of variants.entries()) {
    const place = { variant: label, variant_index: index, total_variants: variants.length };
    try {
      if (request instanceof Error) throw request;
      for await (const event of sharedRuns.subscribe(request, signal)) {
        if (event.kind === 'result') {
          const run = formatVariant(place, event);
          done.push(run);
          yield formatDataFrame(run);
        } else {
          const pct = overallPct(place, event.progress);
          if (pct > reached) yield progressFrame(place, { ...event.progress, pct });
          reached = Math.max(reached, pct);
        }
      }
    } catch (error) {
      const event = { type: 'variant_error', ...place, error: getPublicErrorMessage(error) };
      yield formatDataFrame(JSON.stringify({ ...event, message: event.error }));
    }
    if (signal.aborted) return;
  }
  yield formatSweepDoneFrame(variants.length, done);
}

function overallPct(
  { variant_index, total_variants }: VariantPosition,
  { pct }: RunProgress,
): number {
  return Math.floor((100 * (100 * variant_index + pct)) / total_variants) / 100;
}

function progressFrame(place: VariantPosition, { pct, day, totalDays }: RunProgress): Uint8Array {
  const current_date = formatUnixDay(day);
  return formatDataFrame(
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
