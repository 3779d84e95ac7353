import { useGraphQlJit } from '@envelop/graphql-jit';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { createContexts, type PeerSettings, type Served } from './graph/context.ts';
import type { PeerContext } from './graph/reads.ts';
import { resolvers } from './graph/resolvers.ts';
import { subscriptionTypeDefs, typeDefs } from './graph/schema.ts';
import { createSimulationResolvers } from './graph/simulation.ts';
import { listen } from './listen.ts';

/**
 * Serves with yoga on `node:http`, as in its documentation, with or without envelop's JIT plugin.
 */
export async function serve(settings: PeerSettings): Promise<Served> {
  const contextOf = createContexts(settings);
  const yoga = createYoga<object, PeerContext>({
    schema: createSchema<PeerContext>({
      typeDefs: [typeDefs, subscriptionTypeDefs],
      resolvers: { ...resolvers, ...createSimulationResolvers(settings.upstream) } as never,
    }),
    context: contextOf,
    plugins: settings.jit ? [useGraphQlJit() as unknown as Plugin<PeerContext>] : [],
    logging: false,
  });
  return listen((request, response) => void yoga(request, response));
}
