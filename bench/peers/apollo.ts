import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createContexts, type PeerSettings, type ServedPeer } from './graph/context.ts';
import { resolvers } from './graph/resolvers.ts';
import { typeDefs } from './graph/schema.ts';
import type { PeerContext } from './graph/upstream-reads.ts';

/** Serves with Apollo's standalone server, set up as in its documentation. */
export async function serve(settings: PeerSettings): Promise<ServedPeer> {
  const contextOf = createContexts(settings);
  const server = new ApolloServer<PeerContext>({ typeDefs, resolvers: resolvers as never });
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0, host: '127.0.0.1' },
    context: async () => contextOf(),
  });
  return { url: new URL(url).origin };
}
