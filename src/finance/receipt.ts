import { createHash } from 'node:crypto';
import { canonicalJson } from '../lib/canonical-json.ts';

/** What a computed run was: anyone can recompute `hash` from the other fields. */
export type Receipt = {
  readonly hash: string;
  /** Canonical JSON (RFC 8785) of the parameters. */
  readonly input: string;
  readonly engine: string;
  /** Last day of the data. */
  readonly dataset: string;
  /** SHA-256 of the series. */
  readonly nav: string;
};

const engine = 'dtf-graph/1';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Creates the receipt of a run from its parameters and its series. */
export function createReceipt(
  input: Readonly<Record<string, unknown>>,
  series: readonly { readonly date: string; readonly nav: number }[],
): Receipt {
  const dataset = series.at(-1)?.date ?? '';
  const nav = sha256(
    series.map((point) => `${point.date},${JSON.stringify(point.nav)}\n`).join(''),
  );
  const hash = sha256(canonicalJson({ dataset, engine, input, nav }));
  return { hash, input: canonicalJson(input), engine, dataset, nav };
}
