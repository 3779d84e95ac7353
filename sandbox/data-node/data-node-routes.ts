import { createJsonResponse, type ServiceRoute } from '../lib/http-service.ts';
import type { ChainMirror } from './chain/chain-mirror.ts';
import { type DataNodeState, getUnixNow } from './data-node-state.ts';
import { createDefillamaRoutes } from './defillama/defillama-routes.ts';
import { createShareMarketRoutes } from './dtf/share-market-routes.ts';
import { createMarketSourceRoutes } from './market/market-source-routes.ts';
import { createNetworkHealthRoutes } from './network-health/network-health-routes.ts';
import { createStreamRoutes } from './stream/stream-routes.ts';
import type { BatchConfigs } from './vision/batch-configs.ts';
import { createBatchRoutes } from './vision/batch-routes.ts';
import { wireFormats } from './wire-format/wire-formats.ts';

export type DataNodeRoutesOptions = {
  readonly state: DataNodeState;
  readonly mirror: Pick<ChainMirror, 'head' | 'isFollowing'>;
  readonly batches: BatchConfigs;
  readonly wireFormat: keyof typeof wireFormats;
  readonly seed: number;
  readonly explorerToken: string | undefined;
  /** Base URLs of the oracles whose health is polled. */
  readonly oracleUrls: readonly string[];
  readonly stopping: AbortSignal;
};

/** Creates every route of the data node except those of the simulator. */
export function createDataNodeRoutes(options: DataNodeRoutesOptions): readonly ServiceRoute[] {
  const { state, mirror, batches, wireFormat, seed, explorerToken: token } = options;
  const { oracleUrls, stopping } = options;
  const report = () => ({
    status: mirror.isFollowing() ? 'ok' : 'degraded',
    chain_head: mirror.head().number,
  });
  const health: ServiceRoute = {
    method: 'GET',
    path: '/health',
    handle: () =>
      createJsonResponse({ ...report(), dialect: wireFormat, data_version: state.history.version }),
  };
  const genesis = state.history.firstDay * 86_400;
  return [
    health,
    ...wireFormats[wireFormat].flatMap((createRoutes) => createRoutes(state)),
    ...createShareMarketRoutes(state),
    ...createMarketSourceRoutes(state.marketSources),
    ...createBatchRoutes(state, batches),
    ...createNetworkHealthRoutes({
      seed,
      token,
      genesis,
      now: () => getUnixNow(state),
      oracleUrls,
      stopping,
    }),
    ...createDefillamaRoutes(state.history),
    ...createStreamRoutes(state, report),
  ];
}
