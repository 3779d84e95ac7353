import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDeprecatedMemberFinder } from './deprecated-members.ts';

const find = createDeprecatedMemberFinder(
  buildSchema(`
    type Query {
      orders(kind: Kind, filter: Filter, old: Int @deprecated(reason: "x")): [Order!]
    }
    interface Named { note: String @deprecated(reason: "x") }
    type Order implements Named { id: ID! note: String @deprecated(reason: "use text") text: String }
    enum Kind { BUY SWAP @deprecated(reason: "x") }
    input Filter { kinds: [Kind!] from: Int @deprecated(reason: "x") inner: Filter }
  `),
);

test.each([
  ['{ orders { id text } }', {}, []],
  ['{ orders { note } }', {}, ['Order.note']],
  ['{ orders { ...F } } fragment F on Named { note }', {}, ['Named.note']],
  ['{ orders(old: 1) { id } }', {}, ['Query.orders(old:)']],
  ['{ orders(kind: SWAP) { id } }', {}, ['Kind.SWAP']],
  ['{ orders(filter: { from: 1, kinds: [BUY, SWAP] }) { id } }', {}, ['Filter.from', 'Kind.SWAP']],
  [
    'query ($filter: Filter) { orders(filter: $filter) { id } }',
    { filter: { inner: { from: 1, kinds: ['SWAP'] } } },
    ['Filter.from', 'Kind.SWAP'],
  ],
  ['query ($kind: Kind) { orders(kind: $kind) { id } }', { kind: 'BUY' }, []],
  ['{ orders @include(if: true) { text note: id } }', {}, []],
] as const)('default: %s with %j uses %j', (query, variables, expected) => {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  expect(find({ query, document, operation, variables }).toSorted()).toEqual(expected);
});
