import { readdirSync, readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Slice } from '../domains/slice.ts';
import { nodeResolvers } from './node.ts';
import { scalars } from './scalars.ts';

const folder = new URL('../../schema/', import.meta.url);

/** The SDL of `schema/<name>.graphql` and of the files `<name>-….graphql` that it is continued in. */
function readSdl(name: string): string {
  return readdirSync(folder)
    .filter((file) => file === `${name}.graphql` || file.startsWith(`${name}-`))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}

/** The executable schema of all slices: an Apollo Federation v2 subgraph, complete in itself. */
export function createSchema(slices: readonly Slice[]): GraphQLSchema {
  return buildSubgraphSchema([
    { typeDefs: parse(readSdl('base')), resolvers: { ...scalars, ...nodeResolvers(slices) } },
    ...slices.map(({ name, resolvers }) => ({
      typeDefs: parse(readSdl(name)),
      resolvers: resolvers as Record<string, never>,
    })),
  ]);
}
