import { readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Slice } from '../domains/slice.ts';
import { nodeResolvers } from './node.ts';
import { scalars } from './scalars.ts';

/** The SDL of one file of `schema/`. */
function readSdl(name: string): string {
  return readFileSync(new URL(`../../schema/${name}.graphql`, import.meta.url), 'utf8');
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
