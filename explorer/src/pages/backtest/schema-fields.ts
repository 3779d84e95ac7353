import { inputFields } from '../../generated/input-fields.ts';

/** A form field that is derived from a field of the schema. */
export type SchemaField = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly kind: 'number' | 'date' | 'text';
  readonly isWhole: boolean;
  readonly isRequired: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly options: readonly string[];
  readonly placeholder: string;
};

/** Matches the bounds in a description: `Days between rebalances, 1 to 3650.` */
const bounds = /(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)/;

function toSchemaField(field: (typeof inputFields)[number]): SchemaField {
  const { name, description, type, isList, isRequired, defaultValue, options } = field;
  const [, min, max] = bounds.exec(description) ?? [];
  const isNumber = type === 'Int' || type === 'Float';
  return {
    name,
    label: toLabel(name),
    description: description.replaceAll('`', '').replace(/\s+/g, ' ').trim(),
    kind: isNumber ? 'number' : type === 'Date' ? 'date' : 'text',
    isWhole: type === 'Int',
    isRequired,
    min: isNumber && min !== undefined ? Number(min) : undefined,
    max: isNumber && max !== undefined ? Number(max) : undefined,
    options,
    placeholder: isList ? 'one, another' : defaultValue,
  };
}

const knownWords: Readonly<Record<string, string>> = {
  N: 'assets',
  Pct: 'in %',
  Fng: 'Fear and greed',
  Dom: 'Dominance',
  Vc: 'VC',
  M: 'in million USD',
};

/** Formats a field name as words: `rebalanceDays` is `Rebalance days`. */
function toLabel(name: string): string {
  const words = (name.charAt(0).toUpperCase() + name.slice(1)).match(/[A-Z][a-z]*/g) ?? [name];
  return words
    .map((word, index) => knownWords[word] ?? (index === 0 ? word : word.toLowerCase()))
    .join(' ');
}

/** Fields of the input that are not parameters of a strategy. */
const leftOut = new Set(['force']);

/** The fields of a strategy, with the bounds and explanations of the schema. */
export const schemaFields: readonly SchemaField[] = inputFields
  .filter(({ name }) => !leftOut.has(name))
  .map(toSchemaField);
