import { useGraphQlJit } from '@envelop/graphql-jit';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { createContexts, type PeerSettings, type ServedPeer } from './graph/context.ts';
import { resolvers } from './graph/resolvers.ts';
import { subscriptionTypeDefs, typeDefs } from './graph/schema.ts';
import { createSimulationResolvers } from './graph/simulation-resolvers.ts';
import type { PeerContext } from './graph/upstream-reads.ts';
import { listen } from './listen-on-loopback.ts';

/**
 * Serves with yoga on `node:http`, as in its documentation, with or without envelop's JIT plugin.
 */
export async function serve(settings: PeerSettings): Promise<ServedPeer> {
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
