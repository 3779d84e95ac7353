import { jsonResponse, type ServiceRoute } from '../lib/http-service.ts';
import type { ChainMirror } from './chain/chain-mirror.ts';
import { mirrorRoutes } from './defillama/mirror-routes.ts';
import { explorerRoutes } from './explorer/explorer-routes.ts';
import { marketSourceRoutes } from './market/market-source-routes.ts';
import { type NodeState, unixNow } from './node-state.ts';
import { streamRoutes } from './stream/stream-routes.ts';
import type { BatchBook } from './vision/batch-book.ts';
import { batchRoutes } from './vision/batch-routes.ts';
import { wireFormats } from './wire-format/wire-formats.ts';

export type NodeRoutesOptions = {
  readonly state: NodeState;
  readonly mirror: Pick<ChainMirror, 'head' | 'isFollowing'>;
  readonly batches: BatchBook;
  readonly dialect: keyof typeof wireFormats;
  readonly seed: number;
  readonly explorerToken: string | undefined;
  /** Base URLs of the oracles whose health is polled. */
  readonly oracleUrls: readonly string[];
  readonly stopping: AbortSignal;
};

/** Every route of the data node but the simulations. */
export function nodeRoutes(options: NodeRoutesOptions): readonly ServiceRoute[] {
  const { state, mirror, batches, dialect: wireFormat, seed, explorerToken: token } = options;
  const { oracleUrls, stopping } = options;
  const report = () => ({
    status: mirror.isFollowing() ? 'ok' : 'degraded',
    chain_head: mirror.head().number,
  });
  const health: ServiceRoute = {
    method: 'GET',
    path: '/health',
    handle: () =>
      jsonResponse({ ...report(), dialect: wireFormat, data_version: state.history.version }),
  };
  const genesis = state.history.firstDay * 86_400;
  return [
    health,
    ...wireFormats[wireFormat].flatMap((routes) => routes(state)),
    ...marketSourceRoutes(state.board),
    ...batchRoutes(state, batches),
    ...explorerRoutes({ seed, token, genesis, now: () => unixNow(state), oracleUrls, stopping }),
    ...mirrorRoutes(state.history),
    ...streamRoutes(state, report),
  ];
}
