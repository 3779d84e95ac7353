import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { assertResolversPresent } from '@graphql-tools/schema';
import { GraphQLSchema, isObjectType, isScalarType, isSpecifiedDirective, parse } from 'graphql';
import { resolveProjectFile } from '../lib/project-files.ts';
import { costDirectives } from './cost/cost-directives.ts';
import { addCostHints, type CostHints, type LengthReadersByRootField } from './cost/cost-hints.ts';

import { limitErrorsOfResolvers } from './error-limit.ts';
import { paceLists } from './pacing/paced-lists.ts';
import { createNodeResolvers, isolateEntityErrors, type NodeTypes } from './relay-node.ts';
import { createScalarTypes, type ScalarDefinition } from './scalars.ts';
import { semanticNonNullDirective } from './semantic-non-null.ts';

/** A domain's part of the schema; its SDL is `schema/<name>.graphql` or in `schema/<name>/`. */
export type SchemaModule<C> = {
  readonly name: string;
  /** The resolver map; domains type it with the generated `Resolvers`. */
  readonly resolvers: Readonly<Record<string, unknown>>;
  /** Types whose objects have the names of the REST API: `aumUsd` is read from `aum_usd`. */
  readonly wireTypes?: readonly string[];
  readonly costHints?: CostHints;
  /** Scalars of `schema/base.graphql` whose values name objects of this domain. */
  readonly scalars?: readonly ScalarDefinition[];
  readonly lengths?: LengthReadersByRootField<C>;
  readonly nodes?: NodeTypes<C>;
};

const folder = resolveProjectFile('schema');

function readSdl(name: string): string {
  return globSync([`${name}.graphql`, `${name}/*.graphql`], { cwd: folder })
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

/**
 * Builds the executable schema of all domains as a complete Apollo Federation v2 subgraph.
 *
 * @throws {Error} a domain names a type or field that does not exist, or an interface or union
 * cannot resolve its types.
 */
export function createSchema<C>(modules: readonly SchemaModule<C>[]): GraphQLSchema {
  const { Query, Node } = createNodeResolvers(modules);
  const { _entities, ...nodes } = Query;
  const subgraph = buildSubgraphSchema([
    {
      typeDefs: parse(readSdl('base')),
      resolvers: { ...createScalarTypes(modules), Query: nodes, Node },
    },
    ...modules.map(({ name, resolvers }) => ({
      typeDefs: parse(readSdl(name)),
      resolvers: resolvers as Record<string, never>,
    })),
  ]);
  assertResolversPresent(subgraph, { requireResolversForResolveType: 'error' });
  omitOneOf(subgraph);
  const schema = toPublicSchema(subgraph);
  readLiteralsQuietly(schema);
  resolveWireNames(
    schema,
    modules.flatMap(({ wireTypes = [] }) => wireTypes),
  );
  return addCostHints(
    paceLists(limitErrorsOfResolvers(isolateEntityErrors(schema, Query))),
    modules.map(({ costHints = {} }) => costHints),
  );
}

/**
 * Leaves `@oneOf` out of the subgraph's SDL, because Apollo's composition refuses directives that it
 * does not know. A router accepts such an input with several fields, and the gateway refuses it.
 */
function omitOneOf(subgraph: GraphQLSchema): void {
  const service = subgraph.getQueryType()?.getFields()._service;
  const resolve = service?.resolve;
  if (service === undefined || resolve === undefined) throw new Error('there is no subgraph SDL');
  service.resolve = (...args) => {
    const { sdl } = resolve(...args) as { readonly sdl: string };
    return { sdl: sdl.replaceAll(/^(input \w+) @oneOf /gm, '$1 ') };
  };
}

/**
 * Removes federation's types and directives, and adds those that describe nulls and cost; `_service` still
 * returns the subgraph's SDL.
 */
function toPublicSchema(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  return new GraphQLSchema({
    ...config,
    types: config.types.filter(({ name }) => !/^(federation|link)__/.test(name)),
    directives: [
      ...config.directives.filter(isSpecifiedDirective),
      ...costDirectives,
      semanticNonNullDirective,
    ],
  });
}

/** Lets camelCase fields without a resolver read the snake_case property of their object. */
function resolveWireNames(schema: GraphQLSchema, types: readonly string[]): void {
  for (const name of types) {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`wireTypes names ${name}, which is no object type`);
    for (const field of Object.values(type.getFields())) {
      const wireName = field.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (field.resolve !== undefined || wireName === field.name) continue;
      field.resolve = (parent: Readonly<Record<string, unknown>>) =>
        parent[wireName] ?? parent[field.name];
    }
  }
}

/** Stops graphql-jit's console warnings about scalars whose `parseLiteral` takes variables. */
function readLiteralsQuietly(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || type.parseLiteral.length < 2) continue;
    const { parseLiteral } = type;
    type.parseLiteral = (...given) => parseLiteral(...given);
  }
}
