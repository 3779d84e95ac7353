import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { assertResolversPresent } from '@graphql-tools/schema';
import { type GraphQLSchema, isScalarType, parse } from 'graphql';
import type { LengthReaders } from './cost/cost-limits.ts';
import { paceLists } from './pacing/paced-lists.ts';
import { isolateEntityErrors, type NodeFinders, nodeResolvers } from './relay-node.ts';
import { scalarTypes } from './scalars.ts';

/** What a slice adds to the graph, for requests that carry `C`; its SDL bears its name. */
export type SchemaModule<C> = {
  readonly name: string;
  /** Resolver map, typed by the generated `Resolvers` where it is written. */
  readonly resolvers: Readonly<Record<string, unknown>>;
  /** How long lists below some fields of operations are, as far as their objects tell. */
  readonly lengths?: LengthReaders<C>;
  /** For `Query.node`. */
  readonly nodes?: NodeFinders<C>;
};

const folder = join(import.meta.dirname, '../../schema');

/** The SDL of `schema/<name>.graphql`, or of the files of `schema/<name>/`. */
function readSdl(name: string): string {
  return globSync([`${name}.graphql`, `${name}/*.graphql`], { cwd: folder })
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

/**
 * The executable schema of all slices: an Apollo Federation v2 subgraph, complete in itself.
 *
 * @throws {Error} a resolver has no field, or an interface or union does not say what its values are.
 */
export function createSchema<C>(modules: readonly SchemaModule<C>[]): GraphQLSchema {
  const schema = buildSubgraphSchema([
    { typeDefs: parse(readSdl('base')), resolvers: { ...scalarTypes, ...nodeResolvers(modules) } },
    ...modules.map(({ name, resolvers }) => ({
      typeDefs: parse(readSdl(name)),
      resolvers: resolvers as Record<string, never>,
    })),
  ]);
  assertResolversPresent(schema, { requireResolversForResolveType: 'error' });
  readLiteralsQuietly(schema);
  return paceLists(isolateEntityErrors(schema));
}

/**
 * The compiler writes to the console of a scalar whose reader of literals names its variables as a
 * parameter, as often as it compiles one. It has no literal with variables (`rewriteVariables`).
 */
function readLiteralsQuietly(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || type.parseLiteral.length < 2) continue;
    const { parseLiteral } = type;
    type.parseLiteral = (...given) => parseLiteral(...given);
  }
}
