import type { SimulationInput, SweepDimension } from '../../generated/graphql.ts';
import { formatLabel, formatNumber } from '../../lib/format.ts';
import type { FormValues } from './form-values.ts';
import { formatWeighting } from './format-run.ts';
import { schemaFields, toFieldText } from './schema-fields.ts';

/** A parameter that a second sweep dimension can vary: each of its values gets a sweep. */
export type RowParameter = keyof typeof usualValues;

/** What a sweep varies: one dimension of the API and, for a heatmap, one more parameter. */
export type SweepPlan = {
  readonly dimension: SweepDimension;
  /** Slugs, for `CATEGORY`. */
  readonly categories: readonly string[];
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

/** Values that the form proposes for a second parameter. */
const usualValues = {
  topN: '5, 10, 20, 30, 50',
  rebalanceDays: '7, 14, 30, 60, 90',
  thresholdPct: '3, 5, 10, 15',
  baseFeePct: '0, 0.1, 0.3, 0.5',
  spreadMultiplier: '0, 1, 2, 5',
  startDate: '2020-01-01, 2021-01-01, 2022-01-01, 2023-01-01',
} as const satisfies Partial<Record<keyof SimulationInput, string>>;

/** Bounds of the number of values of a second parameter, each of which is a sweep. */
const minRows = 2;
const maxRows = 10;
const valueCount = `${minRows} to ${maxRows}`;

/** Parameters that a dimension sets itself. */
const varied: Partial<Readonly<Record<SweepDimension, readonly RowParameter[]>>> = {
  TOP_N: ['topN'],
  REBALANCE: ['rebalanceDays', 'thresholdPct'],
  THRESHOLD: ['thresholdPct'],
};

/** The parameters that can be varied beside a dimension. */
export const rowParametersOf = (dimension: SweepDimension): readonly RowParameter[] =>
  (Object.keys(usualValues) as RowParameter[]).filter((name) => !varied[dimension]?.includes(name));

/** The values that the form proposes for a second parameter, separated by commas. */
export const usualRowValues = (name: RowParameter): string => usualValues[name];

const fieldOf = (name: RowParameter) => {
  const field = schemaFields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`the schema has no ${name}`);
  return field;
};

/** Label of a second parameter with its unit. */
export const labelOfRows = (name: RowParameter): string => fieldOf(name).label;

/** Reads the values of a second parameter; a text says what is wrong with them. */
export function parseRowValues(name: RowParameter, text: string): readonly string[] | string {
  const field = fieldOf(name);
  const values = [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);
  if (values.length < minRows || values.length > maxRows)
    return `${valueCount} different values, separated by commas`;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, isWhole, kind } = field;
  const isValid = (value: string) => {
    if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    const number = Number(value);
    return number >= min && number <= max && (!isWhole || Number.isInteger(number));
  };
  const wrong = values.find((value) => !isValid(value));
  if (wrong === undefined) return values;
  if (kind === 'date') return `${wrong} is no date; write 2024-01-31`;
  const bounds = Number.isFinite(max)
    ? ` from ${formatNumber(min, 3)} to ${formatNumber(max)}`
    : '';
  return `${wrong} is no ${isWhole ? 'whole number' : 'number'}${bounds}`;
}

/** Reads what a URL sweeps over; null if it has no sweep. */
export function readSweepPlan(params: URLSearchParams): SweepPlan | null {
  const dimension = sweepDimensions.find((name) => name === params.get('sweep'));
  if (dimension === undefined) return null;
  const categories = (params.get('categories') ?? '').split(',').filter(Boolean);
  const name = rowParametersOf(dimension).find((one) => one === params.get('by'));
  const values = name === undefined ? null : parseRowValues(name, params.get('values') ?? '');
  const rows = name === undefined || !Array.isArray(values) ? null : { name, values };
  return { dimension, categories, rows };
}

/** The parameters of a URL that reproduce a sweep. */
export function toPlanParams({ dimension, categories, rows }: SweepPlan): FormValues {
  return {
    sweep: dimension,
    ...(dimension === 'CATEGORY' ? { categories: categories.join(',') } : {}),
    ...(rows === null ? {} : { by: rows.name, values: rows.values.join(',') }),
  };
}

/** Fields of the API's input that a sweep adds to a strategy. */
export const toSweepFields = ({ dimension, categories }: SweepPlan) =>
  dimension === 'CATEGORY' ? { sweep: dimension, categories } : { sweep: dimension };

/** Number of variants of the dimensions whose values the API fixes. */
const fixedCounts: Partial<Readonly<Record<SweepDimension, number>>> = {
  TOP_N: 7,
  REBALANCE: 9,
  THRESHOLD: 6,
};

/** The most runs that a plan can need, given the number of schemes that fit the category. */
export function countRuns(plan: SweepPlan, schemeCount: number): number {
  const { dimension, categories, rows } = plan;
  const columns =
    fixedCounts[dimension] ?? (dimension === 'CATEGORY' ? categories.length : schemeCount);
  return columns * (rows?.values.length ?? 1);
}

/** What the columns of a heatmap are, with their unit. */
export const columnLabels: Readonly<Record<SweepDimension, string>> = {
  TOP_N: 'Top assets',
  WEIGHTING: 'Weighting',
  REBALANCE: 'Rebalance, days (d) or drift in points (pp)',
  THRESHOLD: 'Rebalance on drift beyond, percentage points',
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

/** Days after which variants that rebalance on drift rebalance at the latest. */
const driftNet = '365';

/** A value of a second parameter as the reader sees it in the form. */
export const formatRowValue = (name: RowParameter, value: string): string =>
  toFieldText(fieldOf(name), value);
