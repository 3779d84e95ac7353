import fc from 'fast-check';
import { funds, marketSource } from './changing-world.ts';

export type Question = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** A query, and the values of its variables in each round. */
export type Questions = (round: number) => Question;

/** A field: its arguments, each with the values to choose from, and the type below; '' for a leaf. */
type Field = readonly [type: string, args?: Readonly<Record<string, Argument>>];
type Argument = {
  readonly type: string;
  readonly from: readonly unknown[];
  /** What makes the field fail; chosen seldom. */
  readonly bad?: unknown;
  readonly isEnum?: true;
};

const cursorOf = (key: string) => Buffer.from(key).toString('base64url');
const idOf = (type: string, key: string) => cursorOf(`${type}:${key}`);
const first: Argument = { type: 'Int', from: [1, 2, 3, 100], bad: 0 };
const after = (...keys: readonly string[]): Argument => ({
  type: 'String',
  from: keys.map(cursorOf),
  bad: 'bad',
});
const symbol: Argument = { type: 'String!', from: ['AAA', 'bbb', 'none'] };
const id: Argument = {
  type: 'ID!',
  from: [idOf('Dtf', funds[0] ?? ''), idOf('Asset', 'AAA'), idOf('Dtf', `0x${'f'.repeat(64)}`)],
};
const range: Argument = { type: 'NavRange!', from: ['D7', 'D30'], isEnum: true };
const time: Argument = { type: 'UnixSeconds', from: [1, null] };
const leaf: Field = [''];

/** The part of the graph that the changing world answers. */
const graph: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  Query: {
    dtfs: ['DtfConnection', { first, after: after(funds[1] ?? '') }],
    dtf: [
      'Dtf',
      { id: { ...id, from: [funds[1], idOf('Dtf', funds[2] ?? ''), funds[3]], bad: 'bad' } },
    ],
    asset: ['Asset', { symbol }],
    assets: ['AssetConnection', { first, after: after('AAA') }],
    node: ['Node', { id }],
    marketHistory: [
      'MarketPoint',
      {
        source: { type: 'String!', from: [marketSource] },
        asset: { type: 'String!', from: ['AAA', 'BBB'], bad: 'none' },
        from: time,
      },
    ],
    snapshot: ['MarketSnapshot', { sourceId: { type: 'String', from: [marketSource, null] } }],
  },
  DtfConnection: { edges: ['DtfEdge'], pageInfo: ['PageInfo'], totalCount: leaf },
  DtfEdge: { cursor: leaf, node: ['Dtf'] },
  PageInfo: { hasNextPage: leaf, endCursor: leaf },
  Dtf: {
    id: leaf,
    name: leaf,
    symbol: leaf,
    aumUsd: leaf,
    nav: ['DtfNav'],
    holdings: ['Holding'],
    navSeries: ['NavPoint', { range }],
  },
  DtfNav: { wei: leaf, usd: leaf, source: leaf },
  Holding: { name: leaf, weight: leaf, quantity: leaf, asset: ['Asset'], dtf: ['Dtf'] },
  NavPoint: { timestamp: leaf, nav: leaf },
  Asset: {
    id: leaf,
    symbol: leaf,
    price: leaf,
    heldBy: ['Holding'],
    priceHistory: ['MarketPoint', { from: time }],
  },
  AssetConnection: { edges: ['AssetEdge'], totalCount: leaf },
  AssetEdge: { cursor: leaf, node: ['Asset'] },
  MarketPoint: { timestamp: leaf, value: leaf },
  MarketSnapshot: {
    generatedAt: leaf,
    totalAssets: leaf,
    prices: ['SourceAssetConnection', { first, after: after(`${marketSource} id-0`) }],
  },
  SourceAssetConnection: { edges: ['SourceAssetEdge'], pageInfo: ['PageInfo'], totalCount: leaf },
  SourceAssetEdge: { cursor: leaf, node: ['SourceAsset'] },
  SourceAsset: {
    assetId: leaf,
    name: leaf,
    category: leaf,
    value: leaf,
    asset: ['Asset'],
    history: ['MarketPoint'],
  },
  Node: { id: leaf },
};
const concrete: Readonly<Record<string, readonly string[]>> = { Node: ['Dtf', 'Asset'] };

/** How a variable is declared, and its values; `undefined` leaves it out. */
type Variable = { readonly declared: string; readonly values: readonly unknown[] };

/** What is gathered while a document is drawn. */
type Draft = {
  readonly variables: Map<string, Variable>;
  readonly fragments: string[];
  fields: number;
};

/** Decisions, one after the other, from a list of numbers that the property shrinks. */
type Dice = (sides: number) => number;

/** Any questions about the changing world. */
export const anyQuestions: fc.Arbitrary<Questions> = fc
  .array(fc.nat(1_000_000), { minLength: 40, maxLength: 300 })
  .map((numbers) => {
    let at = 0;
    const dice: Dice = (sides) => (numbers[at++ % numbers.length] ?? 0) % sides;
    const draft: Draft = { variables: new Map(), fragments: [], fields: 0 };
    const body = selectionOf('Query', 0, { dice, draft });
    const declared = [...draft.variables].map(([name, one]) => `$${name}: ${one.declared}`);
    const head = declared.length > 0 ? `query(${declared.join(', ')}) ` : '';
    const query = [`${head}${body}`, ...draft.fragments].join('\n');
    const questions: Questions = (round) => ({
      query,
      variables: Object.fromEntries([
        ...[...draft.variables]
          .map(([name, { values }]) => [name, values[round % values.length]] as const)
          .filter(([, value]) => value !== undefined),
        ...(round % 3 === 1 ? [['extra', round] as const] : []),
      ]),
    });
    return Object.assign(questions, { [fc.toStringMethod]: () => JSON.stringify(questions(0)) });
  });

type Drawing = { readonly dice: Dice; readonly draft: Draft };
type Place = { readonly depth: number; readonly drawing: Drawing; readonly prefix: string };

const maxDepth = 9;
const maxFields = 60;

function selectionOf(type: string, depth: number, drawing: Drawing, prefix = ''): string {
  const { dice, draft } = drawing;
  const all = Object.entries(graph[type] ?? {});
  const fields =
    depth < maxDepth && draft.fields < maxFields ? all : all.filter(([, [below]]) => below === '');
  const size = 1 + dice(type === 'Query' ? 3 : 5);
  const chosen = Array.from({ length: size }, () => dice(fields.length));
  const parts = [...new Set(chosen)].map((index) => {
    const [name, field] = fields[index] ?? ['__typename', leaf];
    return fieldOf(name, field, { depth, drawing, prefix });
  });
  if (dice(6) === 0) parts.push('__typename');
  for (const one of concrete[type] ?? []) {
    parts.push(`... on ${one} ${selectionOf(one, depth + 1, drawing, one)}`);
  }
  return `{ ${parts.join(' ')} }`;
}

/** @param place.prefix - Sets fields of different types apart that stand in one place. */
function fieldOf(name: string, [type, args = {}]: Field, place: Place): string {
  const { depth, drawing, prefix } = place;
  const { dice, draft } = drawing;
  draft.fields += 1;
  const other = dice(8) === 0 ? `x${dice(3)}` : '';
  const alias = prefix || other ? `${prefix}${other}_${name}: ` : '';
  const given = Object.entries(args).flatMap(([argument, choice]) =>
    dice(4) === 0 && !choice.type.endsWith('!')
      ? []
      : [`${argument}: ${givenValue(choice, drawing)}`],
  );
  const call = given.length > 0 ? `(${given.join(', ')})` : '';
  const head = `${alias}${name}${call}${dice(20) === 0 ? condition(drawing) : ''}`;
  if (type === '') return head;
  const below = selectionOf(type, depth + 1, drawing);
  switch (dice(14)) {
    case 0:
      return `${head} { ... on ${type} ${below} }`;
    case 1:
      return `${head} { ...${condition(drawing)} ${below} __typename }`;
    case 2:
      return `${head} { ...${nameFragment(type, below, draft)} }`;
    case 3:
      return `${head} { ...${nameFragment(type, below, draft)}${condition(drawing)} __typename }`;
    case 4:
      return `${head} ${below} ${head} { __typename ...${nameFragment(type, below, draft)} }`;
    case 5:
      return `${head} ${below} ...${condition(drawing)} { ${head} { __typename ${below.slice(1)} }`;
    case 6:
      // Mostly refused, since what is selected twice must be selected in one way.
      return `${head} ${below} ${head} ${selectionOf(type, depth + 1, drawing)}`;
    default:
      return `${head} ${below}`;
  }
}

function condition(drawing: Drawing): string {
  const flag = givenValue({ type: 'Boolean!', from: [true, false] }, drawing);
  return ` ${['@include', '@skip'][drawing.dice(2)]}(if: ${flag})`;
}

function nameFragment(type: string, below: string, { fragments }: Draft): string {
  const name = `F${fragments.length}`;
  fragments.push(`fragment ${name} on ${type} ${below}`);
  return name;
}

const literalOf = (value: unknown, isEnum?: true) =>
  isEnum ? String(value) : JSON.stringify(value);

/** A literal, or a variable of that value, which may have a default, be left out or be null. */
function givenValue({ type, from, bad, isEnum }: Argument, { dice, draft }: Drawing): string {
  const value = bad !== undefined && dice(15) === 0 ? bad : from[dice(from.length)];
  if (dice(2) === 0) return literalOf(value, isEnum);
  const name = `v${draft.variables.size}`;
  const usual = from.find((one) => one !== null);
  const hasDefault = dice(3) === 0;
  const nullable = type.replace('!', '');
  const given = hasDefault && dice(2) === 0 ? nullable : type;
  const absent = hasDefault || given === nullable ? [undefined] : [];
  const nothing = dice(8) === 0 ? [null] : [];
  draft.variables.set(name, {
    declared: hasDefault ? `${given} = ${literalOf(usual, isEnum)}` : given,
    values: [...(dice(2) === 0 ? absent : []), value, ...absent, ...from, ...nothing],
  });
  return `$${name}`;
}
