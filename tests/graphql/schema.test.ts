import { globSync, readFileSync } from 'node:fs';
import { composeServices } from '@theguild/federation-composition';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { domainModules } from '../../src/domains/index.ts';
import { createSchema } from '../../src/graphql/schema.ts';

let schema: GraphQLSchema;
beforeAll(() => {
  schema = createSchema(domainModules);
});

const ours = () =>
  Object.values(schema.getTypeMap()).filter(
    (type) =>
      !type.name.startsWith('_') &&
      !/^(Int|Float|String|Boolean|ID|federation__.*|link__.*)$/.test(type.name),
  );

test('default: every type, field, argument and enum value says what it is', () => {
  const silent: string[] = [];
  for (const type of ours()) {
    if (!type.description) silent.push(type.name);
    if (isEnumType(type)) {
      silent.push(
        ...type
          .getValues()
          .filter((value) => !value.description)
          .map((value) => `${type.name}.${value.name}`),
      );
    }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.name.startsWith('_')) continue;
      if (!field.description) silent.push(`${type.name}.${field.name}`);
      const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
      silent.push(
        ...args
          .filter((arg) => !arg.description)
          .map((arg) => `${type.name}.${field.name}(${arg.name})`),
      );
    }
  }
  expect(silent).toEqual([]);
});

test('default: numbers and strings that have a unit name it', () => {
  const unit =
    /USD|percent|%|seconds|wei|0 to 1|share|milliseconds|ms\b|count|how many|number|index|units?\b|ratio|fraction|day|block|rank|points|times|from 1|from 0|millions|tick|place/i;
  const bare: string[] = [];
  for (const type of ours()) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (isScalarType(named) && named.name === 'Float' && !unit.test(field.description ?? ''))
        bare.push(`${type.name}.${field.name}: ${field.description}`);
    }
  }
  expect(bare).toEqual([]);
});

test('default: every connection pages with first and after', () => {
  for (const type of ours()) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!getNamedType(field.type).name.endsWith('Connection')) continue;
      const names = field.args.map((argument) => argument.name);
      expect(names, `${type.name}.${field.name}`).toEqual(
        expect.arrayContaining(['first', 'after']),
      );
    }
  }
});

test('default: the published schema is the one that is served, with the directives that the engine adds', () => {
  const published = buildSchema(readFileSync('generated/api.graphql', 'utf8'));
  const query = '{ sourceList @stream { name } dtf(id: "x") { ... @defer { aumUsd } } }';
  expect(validate(published, parse(query))).toEqual([]);
});

test('behavior: members of a union give equal names equal types, so that one query can select all of them', () => {
  const unlike: string[] = [];
  for (const union of ours().filter(isUnionType)) {
    const fields = union.getTypes().flatMap((type) => Object.values(type.getFields()));
    for (const [name, same] of Map.groupBy(fields, (field) => field.name)) {
      const types = new Set(same.map(({ type }) => String(type)));
      if (types.size > 1) unlike.push(`${union.name}.${name}: ${[...types].join(', ')}`);
    }
  }
  expect(unlike).toEqual([]);
});

test('behavior: the subgraph composes with others that extend its entities', () => {
  const sdl = globSync('schema/**/*.graphql', { exclude: ['schema/operations/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const other = parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { watched: [Dtf!]! }
    type Dtf @key(fields: "itpId") { itpId: Bytes32! isWatched: Boolean! }
    type Portfolio @key(fields: "address") { address: Address! nickname: String }
    scalar Bytes32
    scalar Address
  `);
  const result = composeServices([
    { name: 'dtf-graph', url: 'http://127.0.0.1/graphql', typeDefs: parse(sdl) },
    { name: 'watchlist', url: 'http://127.0.0.1/other', typeDefs: other },
  ]);
  expect(result.errors ?? []).toEqual([]);
  expect(result.supergraphSdl).toContain('isWatched');
});
