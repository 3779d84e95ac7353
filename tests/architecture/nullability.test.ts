import { buildSchema, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { domainModules } from '../../src/domains/index.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { expectWholeTable } from '../support/expect-whole-table.ts';

/** Fields that may take arguments or ask upstreams and are never null, and why. */
const neverNull: Readonly<Record<string, string>> = {
  'Query.nodes': 'the form of Relay; an id that is wrong fails in its own place',
  'Query._entities': 'the form of Apollo Federation',
  'Query.portfolio': 'every address has one, and what is no address is refused before execution',
  'Mutation.submitBitmap': 'the payload tells every foreseen failure as a user error',
  'Mutation.requestFaucet': 'the payload tells every foreseen failure as a user error',
  'Subscription.simulation': 'what is wrong is told before the first event, and it has no siblings',
  'Subscription.sweep': 'what is wrong is told before the first event, and it has no siblings',
  'Subscription.dtf': 'what is wrong is told before the first event, and it has no siblings',
  'Subscription.dtfOrderBook':
    'what is wrong is told before the first event, and it has no siblings',
  'Subscription.portfolio': 'what is wrong is told before the first event, and it has no siblings',
  'Query.simulationWeightings': 'its argument is never refused, and nothing is fetched',
  'Query.deployments': 'a file that is missing is left out',
  'DtfNav.dtf': 'the NAV names it; what the ranking tells of it fails in its own fields',
  'Query.gateway': 'an upstream that fails is reported as down',
  'Holding.dtf': 'the holding names it; what the ranking tells of it fails in its own fields',
  'OpenLot.dtf': 'the trade names it; what the ranking tells of it fails in its own fields',
  'RealizedLot.dtf': 'the trade names it; what the ranking tells of it fails in its own fields',
  'FundValue.dtf': 'the wallet names it; what the ranking tells of it fails in its own fields',
  'Position.dtf': 'the position names it; what the ranking tells of it fails in its own fields',
  'Trade.dtf': 'the trade names it; what the ranking tells of it fails in its own fields',
};

/**
 * Fields that cannot be null though they may fail alone: arguments can be refused, and upstreams
 * are asked through the context, a resolver's third parameter.
 */
function riskyFields(schema: GraphQLSchema): readonly string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    return Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type))
      .filter(({ args, resolve }) => args.length > 0 || (resolve?.length ?? 0) > 2)
      .map(({ name }) => `${type.name}.${name}`);
  });
}

test('default: a field that may be refused or calls an upstream is nullable', () => {
  const risky = riskyFields(createSchema(domainModules));
  expectWholeTable(
    Object.keys(neverNull),
    risky,
    'make the field nullable in schema/, or give the reason in neverNull of tests/architecture/nullability.test.ts',
  );
});

test('error: the check finds arguments, and resolvers that take the context', () => {
  const schema = buildSchema(
    'type Query { plain: Int! safe(first: Int): Int paged(first: Int): Int! asked: Int! }',
  );
  const { plain, asked } = schema.getQueryType()?.getFields() ?? {};
  if (plain) plain.resolve = (_root, _args) => 1;
  if (asked) asked.resolve = (_root, _args, context) => context;
  expect(riskyFields(schema)).toEqual(['Query.paged', 'Query.asked']);
});
