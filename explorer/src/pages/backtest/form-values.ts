import type { SimulationInput } from '../../generated/graphql.ts';

/** The values of the form as text, by field; what is not set is absent. */
export type FormValues = Readonly<Record<string, string>>;

const defaults: FormValues = {
  categoryId: 'all',
  topN: '10',
  weighting: 'equal',
  rebalanceDays: '30',
};

const texts = new Set(['categoryId', 'weighting', 'startDate', 'fngMode', 'domMode', 'vcMode']);
const lists = new Set(['vcInvestors', 'vcRoundTypes']);

/** Whether an address names a strategy. */
export const hasStrategy = (values: FormValues): boolean => 'categoryId' in values;

/** The values that an address holds. */
export function readFormValues(params: URLSearchParams): FormValues {
  return Object.fromEntries([...params].filter(([name, value]) => name !== 'runs' && value !== ''));
}

/** The values with those of the required fields that are not set. */
export const addDefaultValues = (values: FormValues): FormValues => ({ ...defaults, ...values });

/** The runs that an address shows. */
export function readRunIds(params: URLSearchParams, max: number): readonly number[] {
  const ids = (params.get('runs') ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, max);
}

/** The input of the API that the values describe. */
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
