import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { createHttpClient } from '../../src/upstreams/http-client.ts';
import type { PeerSettings, ServedPeer } from './graph/context.ts';
import {
  type Fund,
  type NavPoint,
  type Price,
  type Snapshot,
  upstreamPaths,
} from './graph/upstream-reads.ts';
import { listen } from './listen-on-loopback.ts';

/**
 * Serves the nested response without GraphQL: `node:http`, our upstream client with its deadline,
 * retry, breaker and size limit, loops over parsed JSON, and one `JSON.stringify`.
 */
export async function serve({ upstream }: PeerSettings): Promise<ServedPeer> {
  const client = createHttpClient({
    name: 'upstream',
    baseUrl: upstream,
    telemetry: createTelemetry(),
  });

  async function answer(signal: AbortSignal): Promise<string> {
    const read = async <T>(path: string) => (await client.get(path, { signal })).value as T;
    const [snapshots, prices, ranked] = await Promise.all([
      read<Snapshot[]>(upstreamPaths.snapshots),
      read<Record<string, number>>(upstreamPaths.prices),
      read<Fund[]>(upstreamPaths.ranking).then(async (funds) => ({
        funds,
        navs: await Promise.all([
          Promise.all(funds.map(({ itp_id }) => read<Price>(upstreamPaths.nav(itp_id)))),
          Promise.all(funds.map(({ itp_id }) => read<NavPoint[]>(upstreamPaths.navSeries(itp_id)))),
        ]),
      })),
    ]);
    const assets = new Map(snapshots.map((one) => [one.itp_id, one.assets]));
    const [navs, series] = ranked.navs;
    const edges = [];
    for (const [index, fund] of ranked.funds.entries()) {
      const nav = navs[index];
      const points = series[index];
      edges.push({
        node: {
          id: Buffer.from(`Dtf:${fund.itp_id}`).toString('base64url'),
          name: fund.name,
          symbol: fund.symbol,
          nav: { wei: nav?.nav, source: 'DATA_NODE' },
          aumUsd: fund.aum_usd,
          holdings: assets.get(fund.itp_id)?.map(({ weight, symbol }) => ({
            weight,
            asset: { symbol, price: prices[symbol] ?? null },
          })),
          navSeries: points?.map(({ timestamp, nav: value }) => ({ timestamp, nav: value })),
        },
      });
    }
    return JSON.stringify({ data: { dtfs: { edges } } });
  }

  return listen((request, response) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    request.resume().once('end', () => {
      answer(left.signal).then(
        (text) => {
          response.writeHead(200, {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
          });
          response.end(text);
        },
        (error: unknown) => response.writeHead(502).end(String(error)),
      );
    });
  });
}
