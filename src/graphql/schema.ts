import { readdirSync, readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { assertResolversPresent } from '@graphql-tools/schema';
import { type GraphQLSchema, parse } from 'graphql';
import type { Slice } from '../domains/slice.ts';
import { nodeResolvers, separateEntities } from './node.ts';
import { scalars } from './scalars.ts';

const folder = new URL('../../schema/', import.meta.url);

/** The SDL of `schema/<name>.graphql` and of the files `<name>-….graphql` that it is continued in. */
function readSdl(name: string): string {
  return readdirSync(folder)
    .filter((file) => file === `${name}.graphql` || file.startsWith(`${name}-`))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}

/**
 * The executable schema of all slices: an Apollo Federation v2 subgraph, complete in itself.
 *
 * @throws {Error} a resolver has no field, or an interface or union does not say what its values are.
 */
export function createSchema(slices: readonly Slice[]): GraphQLSchema {
  const schema = buildSubgraphSchema([
    { typeDefs: parse(readSdl('base')), resolvers: { ...scalars, ...nodeResolvers(slices) } },
    ...slices.map(({ name, resolvers }) => ({
      typeDefs: parse(readSdl(name)),
      resolvers: resolvers as Record<string, never>,
    })),
  ]);
  assertResolversPresent(schema, { requireResolversForResolveType: 'error' });
  return separateEntities(schema);
}
