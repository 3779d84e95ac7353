import type { SimulationInput, SweepDimension } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { fromFieldText, schemaFields, toFieldText } from './schema-fields.ts';

/** A parameter that a second sweep dimension can vary: each of its values gets a sweep. */
export type RowParameter = keyof typeof usualValues;

/** A dimension of the API whose values can be replaced. */
export type StepDimension = keyof typeof apiSteps;

/** The values that the API's sweeps have, as the form shows them. */
const apiSteps = {
  TOP_N: '5, 10, 20, 30, 50, 100, 200',
  REBALANCE: '14 d, 30 d, 60 d, 90 d, 180 d, 3 pp, 5 pp, 10 pp, 15 pp',
  THRESHOLD: 'off, 3, 5, 10, 15, 20',
} as const satisfies Partial<Record<SweepDimension, string>>;

/** Values that the form proposes for a second parameter. */
const usualValues = {
  topN: '5, 10, 20, 30, 50',
  rebalanceDays: '7, 14, 30, 60, 90',
  thresholdPct: '3, 5, 10, 15',
  baseFeePct: '0, 0.1, 0.3, 0.5',
  spreadMultiplier: '0, 0.1, 0.2, 0.5',
  startDate: '2020-01-01, 2021-01-01, 2022-01-01, 2023-01-01',
} as const satisfies Partial<Record<keyof SimulationInput, string>>;

export const rowParameters = Object.keys(usualValues) as readonly RowParameter[];

/** Units of the values, as the labels of their fields state them. */
const units: Readonly<Record<RowParameter | StepDimension, string>> = {
  topN: 'coins',
  rebalanceDays: 'days',
  thresholdPct: 'percentage points',
  baseFeePct: '% of traded value',
  spreadMultiplier: '% of traded value',
  startDate: 'days, such as 2024-01-31',
  TOP_N: 'coins',
  REBALANCE: 'days (d) or drift (pp)',
  THRESHOLD: 'percentage points, or off',
};

/** Bounds of the number of values; each value of a second parameter is a sweep. */
const minCount = 2;
const maxCounts = { steps: 20, rows: 10 } as const;

export const hasSteps = (dimension: SweepDimension): dimension is StepDimension =>
  Object.hasOwn(apiSteps, dimension);

/** Label of the field of the values of a parameter or dimension. */
export const labelOfValues = (name: RowParameter | StepDimension): string =>
  `Values, ${units[name]}`;

/** Whether values are those of the API's own sweep. */
export const isApiSweep = (dimension: StepDimension, steps: readonly string[]): boolean =>
  steps.join(', ') === apiSteps[dimension];

/** Number of values of the API's own sweep. */
export const countApiSteps = (dimension: StepDimension): number =>
  split(apiSteps[dimension]).length;

/** The values that the form proposes for a first parameter, of a category with so many coins. */
export const usualSteps = (dimension: StepDimension, coinCount: number | undefined): string =>
  dimension === 'TOP_N' ? keepPossible(apiSteps.TOP_N, coinCount) : apiSteps[dimension];

/** The values that the form proposes for a second parameter, separated by commas. */
export const usualRowValues = (name: RowParameter, coinCount: number | undefined): string =>
  name === 'topN' ? keepPossible(usualValues.topN, coinCount) : usualValues[name];

/** Leaves out more coins than there are; a small category gets half of its coins, and all. */
function keepPossible(counts: string, coinCount = Number.POSITIVE_INFINITY): string {
  const possible = split(counts).filter((count) => Number(count) <= coinCount);
  return possible.length < minCount
    ? `${Math.ceil(coinCount / 2)}, ${coinCount}`
    : possible.join(', ');
}

/** Reads the values of a first parameter; a text says what is wrong with them. */
export function parseSteps(
  dimension: StepDimension,
  text: string,
  coinCount?: number,
): readonly string[] | string {
  return parseValues(text, maxCounts.steps, (value) => {
    if (dimension === 'TOP_N') return checkValue('topN', value, coinCount);
    if (dimension === 'THRESHOLD' && value.toLowerCase() === 'off') return { value: 'off' };
    if (dimension === 'THRESHOLD') return checkValue('thresholdPct', value);
    const [, number = '', unit = 'd'] = /^([\d.]+) ?(d|pp)?$/.exec(value) ?? [];
    if (number === '')
      return { error: `${value} is neither days, such as 30 d, nor drift, such as 5 pp` };
    const checked = checkValue(unit === 'd' ? 'rebalanceDays' : 'thresholdPct', number);
    return checked.error === undefined ? { value: `${checked.value} ${unit}` } : checked;
  });
}

/** Reads the values of a second parameter as the form has them, and returns those of the API; a text says what is wrong. */
export const parseRowValues = (
  name: RowParameter,
  text: string,
  coinCount?: number,
): readonly string[] | string =>
  parseValues(text, maxCounts.rows, (value) => {
    const checked = checkValue(name, value, coinCount);
    return checked.error === undefined
      ? { value: fromFieldText(fieldOf(name), checked.value) }
      : checked;
  });

/** Writes values of a second parameter as the form has them. */
export const toRowText = (name: RowParameter, values: readonly string[]): string =>
  values.map((value) => toFieldText(fieldOf(name), value)).join(', ');

type Checked =
  | { readonly value: string; readonly error?: undefined }
  | { readonly error: string; readonly value?: undefined };

function parseValues(
  text: string,
  maxCount: number,
  check: (value: string) => Checked,
): readonly string[] | string {
  const checked = split(text).map(check);
  const errors = new Set(checked.flatMap(({ error }) => error ?? []));
  if (errors.size > 0) return [...errors].join('; ');
  const values = [...new Set(checked.map(({ value = '' }) => value))];
  return values.length < minCount || values.length > maxCount
    ? `${minCount} to ${maxCount} different values, separated by commas`
    : values;
}

function checkValue(name: RowParameter, value: string, coinCount?: number): Checked {
  const { min, max, isWhole, kind } = fieldOf(name);
  if (kind === 'date') {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    return isDay ? { value } : { error: `${value} is not a date; write 2024-01-31` };
  }
  const least = min ?? Number.NEGATIVE_INFINITY;
  const most = (name === 'topN' ? coinCount : undefined) ?? max ?? Number.POSITIVE_INFINITY;
  const number = Number(value);
  if (number >= least && number <= most && (!isWhole || Number.isInteger(number)))
    return { value: String(number) };
  const bounds = Number.isFinite(most)
    ? ` from ${formatNumber(least, 3)} to ${formatNumber(most)}`
    : '';
  const why = most === coinCount ? ', all coins of the category' : '';
  return { error: `${value} is not a ${isWhole ? 'whole number' : 'number'}${bounds}${why}` };
}

const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The form field of a parameter that can be swept. */
export function fieldOf(name: RowParameter) {
  const field = schemaFields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`the schema has no ${name}`);
  return field;
}
