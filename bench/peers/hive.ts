import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { createContexts, type PeerSettings, type ServedPeer } from './graph/context.ts';
import { resolvers } from './graph/resolvers.ts';
import { typeDefs } from './graph/schema.ts';
import type { PeerContext } from './graph/upstream-reads.ts';
import { listen } from './listen-on-loopback.ts';

/**
 * Serves with Hive's gateway runtime: a composed supergraph of one subgraph over its HTTP
 * transport. The subgraph is yoga with its default configuration in the same process, called by
 * `fetch` without a socket, which saves the peer the cost of a second process and of the network.
 */
export async function serve(settings: PeerSettings): Promise<ServedPeer> {
  const contextOf = createContexts(settings);
  const subgraph = createYoga<object, PeerContext>({
    schema: createSchema<PeerContext>({ typeDefs, resolvers: resolvers as never }),
    context: contextOf,
    logging: false,
  });
  const composed = composeServices([
    { name: 'upstream', url: 'http://subgraph/graphql', typeDefs: parse(typeDefs) },
  ]);
  if (!composed.supergraphSdl) throw new Error(`no supergraph: ${composed.errors}`);
  const gateway = createGatewayRuntime({
    supergraph: composed.supergraphSdl,
    fetchAPI: { fetch: subgraph.fetch as never },
    logging: false,
  });
  return listen((request, response) => void gateway(request, response));
}
