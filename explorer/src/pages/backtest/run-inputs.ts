import type { SimulationInput } from '../../generated/graphql.ts';
import { formatDay } from '../../lib/format.ts';
import { formatWeighting } from './format-run.ts';
import { type Config, readConfig } from './run-config.ts';
import {
  dependsOn,
  fieldSections,
  nameChoice,
  type SchemaField,
  toFieldText,
} from './schema-fields.ts';

/** An input of a run as the form has it; without a text it has no effect in the run. */
export type RunInput = { readonly field: SchemaField; readonly text: string | null };

/** All fields, in the order of the form. */
const orderedFields = fieldSections.flatMap(({ fields }) => fields);

/**
 * Lists all inputs of a run in the order of the form, with what the API assumes for those that are not given.
 *
 * @param input - The input of the run, if it is known: the API lists only some parameters of it.
 */
export function listInputs(
  run: Parameters<typeof readConfig>[0],
  input: Partial<SimulationInput> = {},
): readonly RunInput[] {
  const { config, stats, unlistedRebalances } = readConfig(run, input);
  const given: Partial<Config> = config ?? (input as Partial<Config>);
  const first = stats?.startDate ?? given.startDate ?? null;
  return orderedFields.map((field) => ({
    field,
    text:
      field.name === 'rebalanceDays' && unlistedRebalances !== null
        ? `not stored; ${unlistedRebalances} rebalances`
        : formatInput(field, { ...given, startDate: first }),
  }));
}

function formatInput(field: SchemaField, config: Partial<Config>): string | null {
  const read = (name: string) => config[name as keyof Config];
  const other = dependsOn[field.name];
  if (other !== undefined && read(other) == null) return null;
  // A drift band takes the place of regular rebalances.
  if (field.name === 'rebalanceDays' && config.thresholdPct != null) return null;
  const value = read(field.name);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((one) => nameOf(field, one)).join(', ');
  if (value != null) return nameOf(field, String(value));
  return field.kind === 'number' && field.placeholder !== '' ? field.placeholder : null;
}

function nameOf(field: SchemaField, value: string): string {
  if (field.kind === 'number') return toFieldText(field, value);
  if (field.kind === 'date') return formatDay(value);
  if (field.name === 'vcInvestors') return value;
  const text = field.name === 'weighting' ? formatWeighting(value) : nameChoice(field.name, value);
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

/** The inputs in which runs differ, each with the texts of the runs in their order. */
export type Difference = {
  readonly field: SchemaField;
  readonly texts: readonly (string | null)[];
};

/** Separates the inputs in which runs differ from those that all have, and that have an effect. */
export function compareInputs(runs: readonly (readonly RunInput[])[]): {
  readonly differences: readonly Difference[];
  readonly common: readonly RunInput[];
} {
  const [first = []] = runs;
  const all = first.map(({ field }, index) => ({
    field,
    texts: runs.map((inputs) => inputs[index]?.text ?? null),
  }));
  const isSame = ({ texts }: Difference) => texts.every((text) => text === texts[0]);
  return {
    differences: all.filter((one) => !isSame(one)),
    common: all
      .filter(isSame)
      .flatMap(({ field, texts: [text = null] }) => (text === null ? [] : [{ field, text }])),
  };
}
