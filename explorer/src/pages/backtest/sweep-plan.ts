import type { SimulationInput, SweepDimension } from '../../generated/graphql.ts';
import { formatCount, formatDay, formatLabel } from '../../lib/format.ts';
import { changeValues, type FormValues, toSimulationInput } from './form-values.ts';
import { formatWeighting } from './format-run.ts';
import { rememberInput } from './known-runs.ts';
import { toFieldText } from './schema-fields.ts';
import { readRunStats } from './stat-columns.tsx';
import {
  countApiSteps,
  fieldOf,
  hasSteps,
  parseRowValues,
  parseSteps,
  type RowParameter,
  rowParameters,
  toRowText,
} from './sweep-values.ts';

/** What a sweep varies: one dimension of the API and, for a heatmap, one more parameter. */
export type SweepPlan = {
  readonly dimension: SweepDimension;
  /** Slugs, for `CATEGORY`. */
  readonly categories: readonly string[];
  /** Values in place of those of the API's own sweep, as the form has them; null for its own. */
  readonly steps: readonly string[] | null;
  /** The second parameter with its values as the API takes them; null for a single sweep. */
  readonly rows: { readonly name: RowParameter; readonly values: readonly string[] } | null;
};

/** What a sweep of the API can vary. */
export const sweepDimensions: readonly SweepDimension[] = [
  'TOP_N',
  'WEIGHTING',
  'REBALANCE',
  'THRESHOLD',
  'CATEGORY',
];

/** Parameters that a dimension sets itself. */
const varied: Partial<Readonly<Record<SweepDimension, readonly RowParameter[]>>> = {
  TOP_N: ['topN'],
  REBALANCE: ['rebalanceDays', 'thresholdPct'],
  THRESHOLD: ['thresholdPct'],
};

/** The parameters that can be varied beside a dimension. */
export const rowParametersOf = (dimension: SweepDimension): readonly RowParameter[] =>
  rowParameters.filter((name) => !varied[dimension]?.includes(name));

/** Label of a second parameter with its unit. */
export const labelOfRows = (name: RowParameter): string => fieldOf(name).label;

/** Reads what a URL sweeps over; null if it has no sweep. */
export function readSweepPlan(params: URLSearchParams): SweepPlan | null {
  const dimension = sweepDimensions.find((name) => name === params.get('sweep'));
  if (dimension === undefined) return null;
  const categories = (params.get('categories') ?? '').split(',').filter(Boolean);
  const text = params.get('steps');
  const steps = text !== null && hasSteps(dimension) ? parseSteps(dimension, text) : null;
  const name = rowParametersOf(dimension).find((one) => one === params.get('by'));
  const values = name === undefined ? null : readRowValues(name, params.get('values') ?? '');
  const rows = name === undefined || !Array.isArray(values) ? null : { name, values };
  return { dimension, categories, steps: Array.isArray(steps) ? steps : null, rows };
}

/** A URL has the values of the API. */
const readRowValues = (name: RowParameter, text: string) =>
  parseRowValues(name, toRowText(name, text.split(',').filter(Boolean)));

/** The parameters of a URL that reproduce a sweep. */
export function toPlanParams({ dimension, categories, steps, rows }: SweepPlan): FormValues {
  return {
    sweep: dimension,
    ...(dimension === 'CATEGORY' ? { categories: categories.join(',') } : {}),
    ...(steps === null ? {} : { steps: steps.join(',') }),
    ...(rows === null ? {} : { by: rows.name, values: rows.values.join(',') }),
  };
}

/** Fields of the API's input that a sweep adds to a strategy. */
export const toSweepFields = ({ dimension, categories }: SweepPlan) =>
  dimension === 'CATEGORY' ? { sweep: dimension, categories } : { sweep: dimension };

/**
 * The runs of a sweep whose values the reader chose, each with the label that the API would give
 * it; null for the API's own sweep.
 */
export function toStepRuns(strategy: FormValues, { dimension, steps }: SweepPlan) {
  if (steps === null) return null;
  return steps.map((step) => {
    const label = labelOfStep(dimension, step);
    return { label, input: inputOfVariant(strategy, dimension, label) };
  });
}

/** The input of a variant of a strategy. */
export const inputOfVariant = (
  strategy: FormValues,
  dimension: SweepDimension,
  label: string | null,
): SimulationInput =>
  toSimulationInput(changeValues(strategy, readVariant(dimension, label ?? '')?.values ?? {}));

/** Keeps the input of a finished variant, of which the API states some parameters alone. */
export function rememberVariant(
  strategy: FormValues,
  { dimension }: SweepPlan,
  { variant, run }: { readonly variant: string | null; readonly run: StatRun },
): void {
  const totalReturnPct = readRunStats(run)?.totalReturnPct;
  rememberInput({ runId: run.runId, totalReturnPct }, inputOfVariant(strategy, dimension, variant));
}

type StatRun = Parameters<typeof readRunStats>[0] & { readonly runId: number };

function labelOfStep(dimension: SweepDimension, step: string): string {
  const [number = '', unit] = step.split(' ');
  if (dimension === 'TOP_N') return `top_n=${number}`;
  if (step === 'off') return step;
  return unit === 'd' ? `periodic ${number}d` : `drift ${number}%`;
}

/** The most runs that a plan can need, given the number of schemes that fit the category. */
export function countRuns(plan: SweepPlan, schemeCount: number): number {
  const { dimension, categories, steps, rows } = plan;
  const columns = hasSteps(dimension)
    ? (steps?.length ?? countApiSteps(dimension))
    : dimension === 'CATEGORY'
      ? categories.length
      : schemeCount;
  return columns * (rows?.values.length ?? 1);
}

/** What the columns of a heatmap are, with their unit. */
export const columnLabels: Readonly<Record<SweepDimension, string>> = {
  TOP_N: 'Number of coins',
  WEIGHTING: 'Weighting',
  REBALANCE: 'Rebalance, days (d) or drift in points (pp)',
  THRESHOLD: 'Drift that triggers a rebalance, percentage points',
  CATEGORY: 'Category',
};

/**
 * What a variant differs in from its base, from the label that the API gives it; null for an
 * unknown label. Values are as a URL has them; an empty one removes the parameter.
 */
export function readVariant(
  dimension: SweepDimension,
  label: string,
): { readonly name: string; readonly values: FormValues } | null {
  const [, number] = /^(?:top_n=|periodic |drift )([\d.]+)/.exec(label) ?? [];
  if (dimension === 'WEIGHTING') {
    const weighting = label.replace(/^weighting=/, '');
    return { name: formatWeighting(weighting), values: { weighting } };
  }
  if (dimension === 'CATEGORY') return { name: formatLabel(label), values: { categoryId: label } };
  if (label === 'off') return { name: 'Off', values: { thresholdPct: '' } };
  if (number === undefined) return null;
  if (dimension === 'TOP_N') return { name: number, values: { topN: number } };
  if (dimension === 'THRESHOLD') return { name: number, values: { thresholdPct: number } };
  return label.startsWith('drift')
    ? { name: `${number} pp`, values: { rebalanceDays: driftNet, thresholdPct: number } }
    : { name: `${number} d`, values: { rebalanceDays: number, thresholdPct: '' } };
}

/** The name of a variant where no axis says what it is: `Top 5`. */
export function nameVariant(dimension: SweepDimension, label: string): string {
  const name = readVariant(dimension, label)?.name ?? label;
  if (dimension === 'TOP_N') return `Top ${name}`;
  if (dimension === 'THRESHOLD') return label === 'off' ? 'No drift band' : `${name} points`;
  return name;
}

/** Days after which variants that rebalance on drift rebalance at the latest. */
const driftNet = '365';

/** What follows or precedes a value of a second parameter where no axis names the parameter. */
const rowNames: Readonly<Record<RowParameter, (text: string) => string>> = {
  topN: (text) => formatCount(Number(text), 'coin'),
  rebalanceDays: (text) => `${text} d`,
  thresholdPct: (text) => `${text} points`,
  baseFeePct: (text) => `fee ${text} %`,
  spreadMultiplier: (text) => `slippage ${text} %`,
  startDate: (text) => `since ${formatDay(text)}`,
};

/** The name of a run of two swept parameters: `90 d, 3 coins`. */
export function nameCell(
  { dimension, rows }: SweepPlan & { readonly rows: NonNullable<SweepPlan['rows']> },
  row: string,
  label: string,
): string {
  const column =
    dimension === 'TOP_N'
      ? formatCount(Number(readVariant(dimension, label)?.name), 'coin')
      : nameVariant(dimension, label);
  return `${rowNames[rows.name](formatRowValue(rows.name, row))}, ${column}`;
}

/** What a sweep varies, for its title: `number of coins`. */
const variedNames: Readonly<Record<SweepDimension, string>> = {
  TOP_N: 'number of coins',
  WEIGHTING: 'weighting',
  REBALANCE: 'rebalancing',
  THRESHOLD: 'drift band',
  CATEGORY: 'category',
};

/** Title of a sweep: what was varied. */
export function titleOf({ dimension, rows }: SweepPlan): string {
  const columns = variedNames[dimension];
  if (rows === null) return `Sweep over the ${columns}`;
  const [row = ''] = labelOfRows(rows.name).split(',');
  return `${row} and ${columns}`;
}

/** A value of a second parameter as the reader sees it in the form. */
export const formatRowValue = (name: RowParameter, value: string): string =>
  toFieldText(fieldOf(name), value);
