import type { SimulationInput } from '../../generated/graphql.ts';

/** The values of the form as text, by field; fields that are not set are absent. */
export type FormValues = Readonly<Record<string, string>>;

const defaults: FormValues = {
  categoryId: 'all',
  topN: '10',
  weighting: 'equal',
  rebalanceDays: '30',
};

const texts = new Set(['categoryId', 'weighting', 'startDate', 'fngMode', 'domMode', 'vcMode']);
const lists = new Set(['vcInvestors', 'vcRoundTypes']);

/** Whether the values of a URL include a strategy. */
export const hasStrategy = (values: FormValues): boolean => 'categoryId' in values;

/** Parameters of a URL that say what is shown, not what is computed. */
const shown = new Set([
  'runs',
  'compare',
  'sort',
  'sweep',
  'categories',
  'steps',
  'by',
  'values',
  'figure',
]);

/** Reads the form values of a URL. */
export function readFormValues(params: URLSearchParams): FormValues {
  return Object.fromEntries(
    [...params].filter(([name, value]) => !shown.has(name) && value !== ''),
  );
}

/** Adds default values of required fields that are not set. */
export const addDefaultValues = (values: FormValues): FormValues => ({ ...defaults, ...values });

/** Changes some values; an empty one is removed. */
export const changeValues = (values: FormValues, change: FormValues): FormValues =>
  Object.fromEntries(Object.entries({ ...values, ...change }).filter(([, value]) => value !== ''));

/** Converts form values to the input of the API. */
export function toSimulationInput(values: FormValues): SimulationInput {
  const entries = Object.entries(addDefaultValues(values)).map(([name, value]) => [
    name,
    texts.has(name)
      ? value
      : lists.has(name)
        ? value.split(',').map((part) => part.trim())
        : Number(value),
  ]);
  return Object.fromEntries(entries) as SimulationInput;
}
