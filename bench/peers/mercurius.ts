import fastify from 'fastify';
import mercurius from 'mercurius';
import { createContexts, type PeerSettings, type ServedPeer } from './graph/context.ts';
import { resolvers } from './graph/resolvers.ts';
import { typeDefs } from './graph/schema.ts';

/**
 * Serves with Mercurius on fastify, as in its documentation. `jit: 1` compiles a query at first
 * use.
 */
export async function serve(settings: PeerSettings): Promise<ServedPeer> {
  const contextOf = createContexts(settings);
  const app = fastify();
  app.register(mercurius, {
    schema: typeDefs,
    resolvers: resolvers as never,
    context: contextOf as never,
    jit: settings.jit ? 1 : 0,
  });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}
