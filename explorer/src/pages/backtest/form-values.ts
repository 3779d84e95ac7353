import type { SimulationInput } from '../../generated/graphql.ts';
import { schemaFields } from './schema-fields.ts';

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

const fields = new Map(schemaFields.map((field) => [field.name, field]));

/** Reads the form values of a URL; other parameters of it are no part of a strategy. */
export function readFormValues(params: URLSearchParams): FormValues {
  return Object.fromEntries(
    [...params].filter(([name, value]) => fields.has(name) && value !== ''),
  );
}

/** Says which value of a URL is no number although its field needs one; null if there is none. */
export function findNoNumber(values: FormValues): string | null {
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name);
    if (field?.kind === 'number' && Number.isNaN(Number(value)))
      return `“${field.label}” must be a number; the address has “${value}”.`;
  }
  return null;
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
