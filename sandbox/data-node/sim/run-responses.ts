import type { RunProgress } from './pool/messages.ts';
import type { RunEvent } from './shared-runs.ts';
import { formatUnixDay, type RunJson } from './store/run-json.ts';

/** The result of a run, and whether it was cached. */
export type RunResponse = Extract<RunEvent, { readonly kind: 'result' }>;

/** Formats the body of `/sim/run` as JSON. */
export function formatRunBody(response: RunResponse): string {
  return `{${runFields(response)}}`;
}

/** Formats the `result` frame of a run's stream. */
export function formatResultFrame(response: RunResponse): Uint8Array {
  return formatDataFrame(`{"type":"result",${runFields(response)}}`);
}

/** Formats a `progress` frame of a run's stream. */
export function formatProgressFrame({ pct, day, totalDays }: RunProgress): Uint8Array {
  const event = { type: 'progress', pct, current_date: formatUnixDay(day), total_dates: totalDays };
  return formatDataFrame(JSON.stringify(event));
}

/** Formats the `error` frame, which ends a stream. */
export function formatErrorFrame(message: string): Uint8Array {
  return formatDataFrame(JSON.stringify({ type: 'error', error: message, message }));
}

/** Identifies a run of a sweep. */
export type VariantPosition = {
  /** Label, e.g. `top_n=5`. */
  readonly variant: string;
  /** From 0. */
  readonly variant_index: number;
  readonly total_variants: number;
};

/** Formats a finished run of a sweep as JSON bytes. */
export function formatVariant(place: VariantPosition, { texts, cached }: RunResponse): Uint8Array {
  const head = JSON.stringify({ type: 'variant_done', ...place, run_id: texts.id });
  return Buffer.from(
    `${head.slice(0, -1)},"stats":${texts.stats},"nav_series":${texts.navSeries},"cached":${cached}}`,
  );
}

/** Formats the frame that ends a sweep, with its finished runs as JSON bytes. */
export function formatSweepDoneFrame(
  totalVariants: number,
  runs: readonly Uint8Array[],
): Uint8Array {
  const comma = Buffer.from(',');
  const list = runs.flatMap((run, place) => (place === 0 ? [run] : [comma, run]));
  const head = `{"type":"sweep_done","total_variants":${totalVariants},"simulations":[`;
  return formatDataFrame(Buffer.concat([Buffer.from(head), ...list, Buffer.from(']}')]));
}

/** Formats the body of `/sim/compare` as JSON. */
export function formatComparisonBody(runs: readonly RunJson[]): string {
  const entries = runs.map(({ id, navSeries }) => `{"run_id":${id},"nav_series":${navSeries}}`);
  return `{"simulations":[${entries.join(',')}]}`;
}

/** Formats a server-sent event without a name, whose data is the given JSON. */
export function formatDataFrame(json: string | Uint8Array): Uint8Array {
  if (typeof json === 'string') return Buffer.from(`data: ${json}\n\n`);
  return Buffer.concat([Buffer.from('data: '), json, Buffer.from('\n\n')]);
}

function runFields({ texts, cached, computedInMs }: RunResponse): string {
  const { id, config, stats, navSeries } = texts;
  return `"run_id":${id},"config":${config},"stats":${stats},"nav_series":${navSeries},"cached":${cached},"computed_in_ms":${computedInMs}`;
}
