import type { SimulationInput } from '../../generated/graphql.ts';
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
  /** Factor from the value of the API to the one in the form, such as 100 for fractions in percent. */
  readonly scale: number;
};

/** The label of each field for people, with the unit that the form takes. */
const labels: Readonly<Record<keyof SimulationInput, string>> = {
  baseFeePct: 'Trading fee, % of traded value',
  categoryId: 'Category',
  delistHaircut: 'Loss when a coin is delisted, %',
  domLookback: 'Look-back of the dominance trend, days',
  domMode: 'Dominance regime',
  fngCashPct: 'Share moved to stablecoins, %',
  fngFearThreshold: 'Fear below, index from 0 to 100',
  fngGreedThreshold: 'Greed above, index from 0 to 100',
  fngMode: 'Fear and greed regime',
  force: 'Compute again',
  rebalanceDays: 'Rebalance every, days',
  spreadMultiplier: 'Slippage, % of traded value',
  startDate: 'First day',
  thresholdPct: 'In place of days: on drift beyond, points',
  topN: 'Number of coins',
  vcInvestors: 'Investors, separated by commas',
  vcMinAmountM: 'Minimum funding, million USD',
  vcMode: 'Funding filter',
  vcRoundTypes: 'Round types, separated by commas',
  weighting: 'Weighting',
};

/** Factors of fields that the form takes in percent: of fractions, and of multiples of 0.1 %. */
const scales: Readonly<Record<string, number>> = {
  fngCashPct: 100,
  delistHaircut: 100,
  spreadMultiplier: 0.1,
};

/** Explanations in the words of the form, where those of the schema are in the words of the API. */
const hints: Readonly<Partial<Record<keyof SimulationInput, string>>> = {
  baseFeePct: 'What each trade costs, percent of the traded value, 0 to 25.',
  categoryId: 'The group of coins from which the strategy chooses.',
  delistHaircut:
    'Percent of the last price that is lost when a coin can no longer be traded, 0 to 99.',
  fngCashPct: 'How much of the portfolio waits in stablecoins during the regime, 0 to 100 %.',
  spreadMultiplier:
    'What a trade loses to the spread between bid and ask, percent of the traded value, 0 to 20.',
  startDate: 'Without one, or before the data begin, the run starts with the data.',
  thresholdPct:
    'Replaces the days: the portfolio is rebalanced only when its weights have drifted by more than so many percentage points, 0.001 to 100.',
  vcInvestors: 'Only coins in which one of these has invested; at most 100 names.',
  vcMinAmountM: 'Only coins that have raised at least so much, million USD.',
  vcRoundTypes: 'Only these rounds of funding count, such as seed or series_a; at most 100.',
};

/** Examples of lists, by field. */
const listExamples: Readonly<Record<string, string>> = {
  vcInvestors: 'a16z, Paradigm',
  vcRoundTypes: 'seed, series_a',
};

/** Matches the bounds in a description: `Days between rebalances, 1 to 3650.` */
const bounds = /(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)/;

function toSchemaField(field: (typeof inputFields)[number]): SchemaField {
  const { name, description, type, isList, isRequired, defaultValue, options } = field;
  const scale = scales[name] ?? 1;
  const [, min, max] = bounds.exec(description) ?? [];
  const isNumber = type === 'Int' || type === 'Float';
  const scaled = (text: string | undefined) =>
    isNumber && text !== undefined ? round(Number(text) * scale) : undefined;
  return {
    name,
    label: labels[name as keyof SimulationInput],
    description:
      hints[name as keyof SimulationInput] ??
      description.replaceAll('`', '').replace(/\s+/g, ' ').trim(),
    kind: isNumber ? 'number' : type === 'Date' ? 'date' : 'text',
    isWhole: type === 'Int',
    isRequired,
    min: scaled(min),
    max: scaled(max),
    options,
    placeholder: isList
      ? (listExamples[name] ?? '')
      : scale === 1 || defaultValue === ''
        ? defaultValue
        : String(round(Number(defaultValue) * scale)),
    scale,
  };
}

/** Converts a value of the API to the text of a form field. */
export const toFieldText = (field: SchemaField, value: string): string =>
  field.scale === 1 || value === '' ? value : String(round(Number(value) * field.scale));

/** Converts the text of a form field to a value of the API. */
export const fromFieldText = (field: SchemaField, text: string): string =>
  field.scale === 1 || text === '' ? text : String(round(Number(text) / field.scale));

function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Replaces the names of parameters in a message by the labels of the form. */
export function nameLabels(message: string): string {
  return message.replaceAll(/`?\b([a-z]+(?:[A-Z][a-zA-Z]*)?)\b`?/g, (found, name: string) =>
    /[A-Z]/.test(name) && Object.hasOwn(labels, name)
      ? `“${labels[name as keyof SimulationInput]}”`
      : found,
  );
}

/** Fields of the input that are not parameters of a strategy. */
const leftOut: ReadonlySet<string> = new Set(['force']);

/** The fields of a strategy, with the bounds and explanations of the schema. */
export const schemaFields: readonly SchemaField[] = inputFields
  .filter(({ name }) => !leftOut.has(name))
  .map(toSchemaField);

/** A group of fields of the form. */
export type FieldSection = {
  readonly title: string;
  readonly fields: readonly SchemaField[];
  /** Whether the fields are shown from the start. */
  readonly isMain: boolean;
};

const sections: readonly (Omit<FieldSection, 'fields'> & { readonly names: readonly string[] })[] =
  [
    { title: 'Coins', names: ['categoryId', 'topN', 'startDate'], isMain: true },
    { title: 'Weights', names: ['weighting', 'rebalanceDays', 'thresholdPct'], isMain: true },
    { title: 'Costs', names: ['baseFeePct', 'spreadMultiplier', 'delistHaircut'], isMain: false },
    {
      title: 'Fear and greed',
      names: ['fngMode', 'fngCashPct', 'fngFearThreshold', 'fngGreedThreshold'],
      isMain: false,
    },
    { title: 'Dominance', names: ['domMode', 'domLookback'], isMain: false },
    {
      title: 'Venture funding',
      names: ['vcMode', 'vcMinAmountM', 'vcInvestors', 'vcRoundTypes'],
      isMain: false,
    },
  ];

/** The fields of a strategy in sections; a field that is new in the schema is in the last one. */
export const fieldSections: readonly FieldSection[] = [
  ...sections.map(({ names, ...section }) => ({
    ...section,
    fields: names.flatMap((name) => schemaFields.filter((field) => field.name === name)),
  })),
  {
    title: 'More',
    isMain: false,
    fields: schemaFields.filter(({ name }) => !sections.some(({ names }) => names.includes(name))),
  },
].filter(({ fields }) => fields.length > 0);

/** Fields that have no effect unless another one is set. */
export const dependsOn: Readonly<Record<string, string>> = {
  fngCashPct: 'fngMode',
  fngFearThreshold: 'fngMode',
  fngGreedThreshold: 'fngMode',
  domLookback: 'domMode',
};
