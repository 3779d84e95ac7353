import { jsonResponse, type ServiceRoute } from '../lib/http-service.ts';
import type { ChainMirror } from './chain/chain-mirror.ts';
import { type DataNodeState, unixNow } from './data-node-state.ts';
import { defillamaRoutes } from './defillama/defillama-routes.ts';
import { marketSourceRoutes } from './market/market-source-routes.ts';
import { networkHealthRoutes } from './network-health/network-health-routes.ts';
import { streamRoutes } from './stream/stream-routes.ts';
import type { BatchConfigs } from './vision/batch-configs.ts';
import { batchRoutes } from './vision/batch-routes.ts';
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
      jsonResponse({ ...report(), dialect: wireFormat, data_version: state.history.version }),
  };
  const genesis = state.history.firstDay * 86_400;
  return [
    health,
    ...wireFormats[wireFormat].flatMap((routes) => routes(state)),
    ...marketSourceRoutes(state.marketSources),
    ...batchRoutes(state, batches),
    ...networkHealthRoutes({
      seed,
      token,
      genesis,
      now: () => unixNow(state),
      oracleUrls,
      stopping,
    }),
    ...defillamaRoutes(state.history),
    ...streamRoutes(state, report),
  ];
}
