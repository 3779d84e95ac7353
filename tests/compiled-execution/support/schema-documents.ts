import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { itpId, runId, wallet } from '../../support/world/data-node-responses.ts';

/** A document, and the values of its variables in each round. */
export type Drawn = {
  readonly query: string;
  readonly operationName?: string;
  readonly rounds: readonly Readonly<Record<string, unknown>>[];
};

const idOf = (type: string, key: string | number) =>
  Buffer.from(`${type}:${key}`).toString('base64url');
const unknown = `0x${'f'.repeat(64)}`;
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const ids = [
  idOf('Dtf', itpId),
  idOf('Asset', 'BTC'),
  idOf('Portfolio', wallet),
  idOf('Batch', 3),
  idOf('SimulationRun', runId),
  idOf('Dtf', unknown),
  'x',
];
const run = { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 };
const wallets = [wallet, other, wallet.toLowerCase()];

/** What arguments may be, by their field, else by their name; wrong ones among them. */
const choices: Readonly<Record<string, readonly unknown[]>> = {
  'Query.dtf.id': [itpId, ids[0], unknown, 'x'],
  'Query.node.id': ids,
  'Query.nodes.ids': [ids, ids.slice(0, 3), []],
  'Query.batch.id': ['3', ids[3], '99', 'x'],
  'Query.source.id': ['crypto', 'none'],
  'Query.simulations.ids': [[runId], [ids[4], 8], [ids[0]], []],
  'Query.compareSimulations.ids': [[runId], [runId, 8]],
  'Query.simulation.input': [run, { ...run, topN: 0 }, { ...run, fngMode: 'FEAR' }],
  'Query.simulationSelection.runs': [[runId, 8], [ids[4], 8], [runId]],
  'Query.verifySimulationReceipt.hash': ['0'.repeat(64), 'x'],
  'Query.verifySimulationReceipt.runId': [runId, ids[4], 99],
  'Performance.versus.benchmark': [{ coin: 'BTC' }, { run: runId }, { dtf: itpId }],
  'Portfolio.stress.shocks': [[{ symbol: 'BTC', pct: -30 }], []],
  'LendingPosition.stress.pricePct': [-30, 0, -101],
  'Performance.distribution.bins': [40, 1, 0],
  'Performance.drawdowns.first': [5, 1, 0],
  'Performance.probabilisticSharpe.benchmark': [0, 1],
  'Performance.rolling.days': [90, 2, 0],
  'Subscription.batch.id': ['3', ids[3], '99', 'x'],
  'Subscription.dtf.id': [itpId, ids[0], unknown, 'x'],
  'Subscription.nav.itpId': [itpId, ids[0], unknown, 'x'],
  'Subscription.simulation.input': [run, { ...run, topN: 0 }, { ...run, fngMode: 'FEAR' }],
  'Subscription.sweep.input': [
    { sweep: 'TOP_N', categoryId: 'all' },
    { ...run, sweep: 'THRESHOLD', force: true },
    { sweep: 'CATEGORY', categoryId: 'all' },
  ],
  'Query._entities.representations': [
    [{ __typename: 'Dtf', itpId }, { __typename: 'Asset', symbol: 'BTC' }, { __typename: 'x' }],
    [],
  ],
  'Subscription.dtfOrderBook.id': [itpId, unknown],
  address: [...wallets, ids[2], ids[0]],
  after: [null, 'undefined', 'null', idOf('x', 'y')],
  aggregationBps: [10, 1000, 0],
  asset: ['bitcoin', 'none'],
  batchId: ['3', null, 'x'],
  bitmap: ['0xb0', '0x'],
  categoryId: ['all', null],
  days: [1, 7, 0],
  date: ['2021-01-01', null],
  endDate: ['2021-02-01', '2020-01-01', null],
  file: ['active-deployment.json', 'lending-e2e.json'],
  before: [null, 'undefined', idOf('x', 'y')],
  first: [1, 2, 20, null, 0],
  from: [1_767_225_600, 0, null],
  hash: [unknown],
  includeDeprecated: [true],
  itpId: [itpId, unknown],
  last: [1, 2, null, 0],
  levels: [15, 1, 0],
  maxPoints: [4, 100, null, 0],
  name: ['Dtf', 'Node', 'None'],
  predictions: [['UP', 'DOWN'], ['UP']],
  source: ['crypto', 'none'],
  sourceId: ['crypto', null, 'none'],
  stakePerTick: ['100000000000000000', '0'],
  riskFreePct: [0, 2.5],
  split: [0.7, 0.5, 1],
  confidence: [0.95, 1],
  startDate: ['2021-01-01', '2030-01-01'],
  symbol: ['BTC', 'eth', 'none'],
  tickId: [12, 1],
  ticks: [10, null],
  to: [1_767_225_900, null],
  with: [[8], []],
};

/** Depend on who was the first to ask. */
const passing = new Set(['SimulationRun.cached', 'SimulationRun.computedInMs']);
/** Names that mean something to engines written in this language, for aliases and variables. */
const oddNames = ['constructor', 'toString', 'toJSON', 'class', 'length', 'valueOf'];

const maxDepth = 8;
const maxFields = 25;
const maxConditions = 4;
const maxAliases = 25;

type Operation = 'query' | 'subscription';
type Variable = { readonly declared: string; readonly values: readonly unknown[] };

/** Any documents about a schema. What cannot be merged may be among them, for the schema's rules to tell. */
export const documentsOf = (
  schema: GraphQLSchema,
  operation: Operation = 'query',
): fc.Arbitrary<Drawn> =>
  fc.array(fc.nat(1_000_000), { minLength: 60, maxLength: 400 }).map((numbers) => {
    let at = 0;
    return draw(schema, operation, (sides) => (numbers[at++ % numbers.length] ?? 0) % sides);
  });

function draw(schema: GraphQLSchema, operation: Operation, dice: (sides: number) => number): Drawn {
  const variables = new Map<string, Variable>();
  const fragments: string[] = [];
  const count = { fields: 0, conditions: 0, aliases: 0 };
  const oneOf = <T>(all: readonly T[]): T => all[dice(all.length)] as T;

  function variable(declared: string, values: readonly unknown[]): string {
    const odd = oneOf(oddNames);
    const name = dice(8) === 0 && !variables.has(odd) ? odd : `v${variables.size}`;
    variables.set(name, { declared, values });
    return `$${name}`;
  }

  function condition(): string {
    if (count.conditions >= maxConditions) return '';
    count.conditions += 1;
    const flag = [
      () => String(dice(2) === 0),
      () => variable('Boolean!', [true, false]),
      () => variable('Boolean! = true', [undefined, false]),
      () => variable('Boolean = false', [true, undefined]),
    ];
    return ` @${oneOf(['include', 'skip'])}(if: ${oneOf(flag)()})`;
  }

  function choiceOf(owner: string, field: string, argument: GraphQLArgument): unknown {
    const named = getNamedType(argument.type);
    if (isEnumType(named) && !isListType(argument.type)) return oneOf(named.getValues()).name;
    const values =
      choices[`${owner}.${field}.${argument.name}`] ??
      choices[argument.name] ??
      (isInputObjectType(named) ? listInputs(named) : undefined);
    if (!values) {
      throw new Error(
        `add values of '${owner}.${field}.${argument.name}' or '${argument.name}' to choices of tests/compiled-execution/support/schema-documents.ts`,
      );
    }
    return oneOf(isNonNullType(argument.type) ? values.filter((one) => one !== null) : values);
  }

  function given(owner: string, field: string, argument: GraphQLArgument): string | null {
    if (!isRequiredArgument(argument) && dice(3) === 0) return null;
    const value = choiceOf(owner, field, argument);
    const literal = literalOf(value, argument.type);
    if (dice(2) === 0) return `${argument.name}: ${literal}`;
    const type = String(argument.type);
    const declared = dice(3) === 0 && value !== null ? `${type} = ${literal}` : type;
    const mayLack = declared.includes('=') || !type.endsWith('!');
    const second = mayLack ? oneOf([undefined, value]) : choiceOf(owner, field, argument);
    return `${argument.name}: ${variable(declared, [value, second])}`;
  }

  function fieldOf(owner: string, field: GraphQLField<unknown, unknown>, depth: number): string {
    count.fields += 1;
    const type = getNamedType(field.type);
    const all = field.args.flatMap((one) => given(owner, field.name, one) ?? []);
    const call = all.length > 0 ? `(${(dice(2) === 0 ? all : all.reverse()).join(', ')})` : '';
    const isAliased = count.aliases < maxAliases && dice(all.length > 0 ? 2 : 8) === 0;
    if (isAliased) count.aliases += 1;
    const alias = isAliased ? `${dice(6) === 0 ? oneOf(oddNames) : `x${count.aliases}`}: ` : '';
    const head = `${alias}${field.name}${call}`;
    // A subscription is always to the one field that it names.
    const mayLack = owner !== schema.getSubscriptionType()?.name;
    const where = mayLack && dice(14) === 0 ? condition() : '';
    if (isLeafType(type)) return dice(12) === 0 ? `${head}${where} ${head}` : head + where;
    const below = selectionOf(type, depth + 1);
    switch (dice(12)) {
      case 0:
        return `${head}${where} ${below} ${alias ? '' : `${head} ${selectionOf(type, depth + 1)}`}`;
      case 1: {
        const name = `F${fragments.push('') - 1}`;
        fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} ${below}`;
        return `${head}${where} { ...${name}${condition()} __typename ...${name} }`;
      }
      case 2:
        return `${head}${where} { ... on ${type.name}${condition()} ${below} }`;
      case 3:
        return `${head}${where} { ...${condition()} ${below} __typename }`;
      default:
        return `${head}${where} ${below}`;
    }
  }

  function selectionOf(type: GraphQLNamedType, depth: number): string {
    const parts = dice(6) === 0 ? ['__typename'] : [];
    if (isAbstractType(type)) {
      for (const one of schema.getPossibleTypes(type)) {
        if (dice(2) === 0) parts.push(`... on ${one.name} ${selectionOf(one, depth + 1)}`);
      }
      parts.push(isInterfaceType(type) ? 'id' : '__typename');
      return `{ ${parts.join(' ')} }`;
    }
    if (!isObjectType(type)) throw new Error(`${type.name} has no fields`);
    const all = Object.values(type.getFields()).filter(
      ({ name }) => !passing.has(`${type.name}.${name}`),
    );
    const leaves = all.filter((one) => isLeafType(getNamedType(one.type)));
    const objects = all.filter((one) => !leaves.includes(one));
    const isDeep = depth < maxDepth && count.fields < maxFields;
    const chosen = new Set<GraphQLField<unknown, unknown>>();
    const isSubscription = type === schema.getSubscriptionType();
    if (isSubscription) return `{ ${fieldOf(type.name, oneOf(all), depth)} }`;
    for (let left = 1 + dice(4); left > 0; left -= 1) {
      const from = isDeep && objects.length > 0 && dice(2) === 0 ? objects : leaves;
      const one = from.length > 0 ? oneOf(from) : isDeep ? oneOf(all) : null;
      if (one) chosen.add(one);
    }
    for (const one of chosen) parts.push(fieldOf(type.name, one, depth));
    if (depth === 0 && dice(6) === 0) parts.push('__type(name: "Dtf") { fields { name } }');
    return `{ ${parts.join(' ') || '__typename'} }`;
  }

  const root = operation === 'query' ? schema.getQueryType() : schema.getSubscriptionType();
  if (!root) throw new Error(`the schema has no ${operation}`);
  const body = selectionOf(root, 0);
  const declared = [...variables].map(([name, one]) => `$${name}: ${one.declared}`);
  const isOneOfTwo = dice(4) === 0;
  const head = `${operation} Main${declared.length > 0 ? `(${declared.join(', ')})` : ''} `;
  return {
    query: [head + body, ...fragments, ...(isOneOfTwo ? ['query Other { __typename }'] : [])].join(
      '\n',
    ),
    ...(isOneOfTwo || dice(2) === 0 ? { operationName: 'Main' } : {}),
    rounds: [0, 1].map((round) =>
      Object.fromEntries(
        [...variables].flatMap(([name, { values }]) =>
          values[round] === undefined ? [] : [[name, values[round]]],
        ),
      ),
    ),
  };
}

/** A value of a type as a document has it. */
/** Filters and orders of lists: every field of an order, and a search where there is one. */
function listInputs(input: GraphQLInputObjectType): readonly unknown[] {
  const { field, search } = input.getFields();
  const type = field && getNamedType(field.type);
  if (isEnumType(type)) {
    return [null, ...type.getValues().map(({ name }) => ({ field: name, direction: 'DESC' }))];
  }
  return search ? [null, {}, { search: 'b' }] : [null, {}];
}

function literalOf(value: unknown, type: GraphQLArgument['type']): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (Array.isArray(value) && isListType(inner)) {
    return `[${value.map((one) => literalOf(one, inner.ofType)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(inner) ? inner.getFields() : {};
    const members = Object.entries(value).map(([name, member]) => {
      const field = fields[name];
      return `${name}: ${field ? literalOf(member, field.type) : JSON.stringify(member)}`;
    });
    return `{ ${members.join(', ')} }`;
  }
  return isEnumType(inner) && value !== null ? String(value) : JSON.stringify(value);
}
