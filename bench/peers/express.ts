import express from 'express';
import { Agent, request } from 'undici';
import type { PeerSettings, ServedPeer } from './graph/context.ts';
import { listen } from './listen-on-loopback.ts';

/** How long a price is cached, milliseconds, as in our policy. */
const freshTime = 2000;
const maxEntries = 10_000;

type CachedPrice = { readonly body: unknown; readonly until: number };

/**
 * Serves `/api/price` as a user would write it: an Express route that checks its parameter, a fetch
 * with undici and a deadline, a check of the body, a Map as cache, and `response.json`.
 */
export async function serve({ upstream }: PeerSettings): Promise<ServedPeer> {
  const agent = new Agent({ connections: 64 });
  const cache = new Map<string, CachedPrice>();
  const app = express();

  app.get('/api/price', async (incoming, response) => {
    const { asset } = incoming.query;
    if (typeof asset !== 'string' || asset === '') {
      response.status(400).json({ error: 'asset is required' });
      return;
    }
    const key = asset.toUpperCase();
    const cached = cache.get(key);
    if (cached && cached.until > Date.now()) {
      response.set('Cache-Control', 'public, s-maxage=2').json(cached.body);
      return;
    }
    try {
      const fetched = await request(`${upstream}/price?asset=${encodeURIComponent(asset)}`, {
        dispatcher: agent,
        signal: AbortSignal.timeout(3000),
      });
      const body = (await fetched.body.json()) as { readonly price?: unknown };
      if (fetched.statusCode !== 200 || typeof body.price !== 'number') {
        response.status(fetched.statusCode === 404 ? 404 : 502).json({ error: 'no price' });
        return;
      }
      if (cache.size >= maxEntries) cache.clear();
      cache.set(key, { body, until: Date.now() + freshTime });
      response.set('Cache-Control', 'public, s-maxage=2').json(body);
    } catch {
      response.status(502).json({ error: 'the data node is unavailable' });
    }
  });
  return listen(app);
}
