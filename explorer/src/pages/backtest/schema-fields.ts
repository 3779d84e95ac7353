import type { SimulationInput } from '../../generated/graphql.ts';
import { inputFields } from '../../generated/input-fields.ts';
import { formatLabel } from '../../lib/format.ts';

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
  domLookback: 'Days over which the share is compared',
  domMode: 'Dominance rule',
  fngCashPct: 'Share moved to stablecoins, %',
  fngFearThreshold: 'Fear below, index from 0 to 100',
  fngGreedThreshold: 'Greed above, index from 0 to 100',
  fngMode: 'Fear and greed rule',
  force: 'Compute again',
  rebalanceDays: 'Rebalance every, days',
  spreadMultiplier: 'Slippage, % of traded value',
  startDate: 'First day',
  thresholdPct: 'Rebalance on drift beyond, points',
  topN: 'Number of coins',
  vcInvestors: 'Investors, separated by commas',
  vcMinAmountM: 'Minimum funding, million USD',
  vcMode: 'Funding rule',
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
  baseFeePct: 'What each trade costs, as a percentage of the traded value, 0 to 25.',
  categoryId: 'The group of coins the strategy chooses from.',
  delistHaircut: 'Percentage of the last price lost when a coin can no longer be traded, 0 to 99.',
  domLookback:
    'Whether the share of the market rises or falls: its value on the day before against its value this many days earlier, 1 to 3650.',
  domMode:
    'While the rule holds, each rebalance moves half of every weight to BTC or ETH. Dominance is a coin’s share of the market cap of all coins, in percent.',
  fngFearThreshold: 'The index shows fear below this value, 0 to 100.',
  fngGreedThreshold: 'The index shows greed above this value, 0 to 100.',
  fngMode:
    'When a share of the portfolio waits in stablecoins, judged each day by the index of the day before. On neutral days, “sell in greed, buy back in fear” keeps its last state.',
  fngCashPct: 'How much of the portfolio waits in stablecoins while the rule applies, 0 to 100 %.',
  spreadMultiplier:
    'What a trade loses to the bid-ask spread, as a percentage of the traded value, 0 to 20.',
  startDate: 'If this is empty or earlier than the data, the run starts with the data.',
  thresholdPct:
    'Replaces the interval in days: the portfolio is rebalanced only when its weights have drifted by more than this many percentage points, 0.001 to 100.',
  vcMode:
    'What the venture funding rounds known by a given day decide: which coins can be chosen, or how much weight they get. If only fields below are filled in, only coins with matching rounds are kept.',
  vcInvestors: 'Only coins that one of these has invested in; at most 100 names.',
  vcMinAmountM: 'Only coins that have raised at least this much, in million USD.',
  vcRoundTypes: 'Only these funding rounds count, such as seed or series_a; at most 100.',
};

/** What the values of a field do, in the order in which the form offers them. */
const choices: Readonly<Partial<Record<keyof SimulationInput, Readonly<Record<string, string>>>>> =
  {
    fngMode: {
      GREED: 'Stablecoins while there is greed',
      FEAR: 'A reserve of stablecoins, invested in fear',
      BOTH: 'Sell in greed, buy back in fear',
    },
    domMode: {
      BTC: 'To BTC while its share rises',
      ETH: 'To ETH while its share rises',
      INVERSE: 'To BTC while its share falls',
    },
    vcMode: {
      include: 'Only coins with matching rounds',
      exclude: 'Only coins without matching rounds',
      funding: 'Weights times USD raised',
      valuation: 'Weights times latest valuation',
      fresh_6: 'Only rounds of the last 6 months',
      fresh_12: 'Only rounds of the last 12 months',
      fresh_24: 'Only rounds of the last 24 months',
    },
  };

/** Names a value of a field that has a fixed list of values. */
export function nameChoice(field: string, value: string): string {
  const known = choices[field as keyof SimulationInput]?.[value];
  if (known !== undefined) return known;
  const [, months] = /^fresh_(\d+)$/.exec(value) ?? [];
  return months === undefined ? formatLabel(value) : `Only rounds of the last ${months} months`;
}

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
    options: Object.keys(choices[name as keyof SimulationInput] ?? {}).concat(
      options.filter((one) => choices[name as keyof SimulationInput]?.[one] === undefined),
    ),
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
  const text = message.replace(
    'simulationCategories lists the valid ones',
    'choose one of the list',
  );
  return text.replaceAll(/`?\b([a-z]+(?:[A-Z][a-zA-Z]*)?)\b`?/g, (found, name: string) =>
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
  /** What the fields do, in a sentence. */
  readonly text?: string;
  readonly fields: readonly SchemaField[];
  /** Whether the fields are shown from the start. */
  readonly isMain: boolean;
};

const sections: readonly (Omit<FieldSection, 'fields'> & { readonly names: readonly string[] })[] =
  [
    { title: 'Coins', names: ['categoryId', 'topN', 'startDate'], isMain: true },
    { title: 'Weights', names: ['weighting', 'rebalanceDays', 'thresholdPct'], isMain: true },
    {
      title: 'Costs',
      text: 'What each trade costs the portfolio.',
      names: ['baseFeePct', 'spreadMultiplier', 'delistHaircut'],
      isMain: false,
    },
    {
      title: 'Fear and greed',
      text: 'Keeps a share of the portfolio in stablecoins depending on the Fear and Greed index: 0 is extreme fear, 100 extreme greed.',
      names: ['fngMode', 'fngCashPct', 'fngFearThreshold', 'fngGreedThreshold'],
      isMain: false,
    },
    {
      title: 'Dominance',
      text: 'Moves half of the portfolio to BTC or ETH depending on the trend of its share of the market cap of all coins.',
      names: ['domMode', 'domLookback'],
      isMain: false,
    },
    {
      title: 'Venture funding',
      text: 'Chooses or weights coins by the venture funding rounds their projects had completed by then.',
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
