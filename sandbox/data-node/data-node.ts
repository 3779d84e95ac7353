import { createHttpService } from '../kit/http-service.ts';
import type { RunningService } from '../kit/service-process.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadWorld } from '../world/load-history.ts';
import { createChainMirror } from './chain/chain-mirror.ts';
import { createState } from './create-state.ts';
import { nodeRoutes } from './node-routes.ts';
import type { DataNodeSettings } from './settings.ts';

/**
 * Starts the data node: loads the history, reads the chain, listens.
 *
 * @param starting - Aborts a start that is no longer wanted.
 */
export async function startDataNode(
  settings: DataNodeSettings,
  starting: AbortSignal,
): Promise<RunningService> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  starting.addEventListener('abort', stop, { once: true });
  const logError = (text: string) => void process.stderr.write(`data-node: ${text}`);
  const { SANDBOX_SEED: seed, SANDBOX_END_DATE: endDate, DATA_DIR: dataDir } = settings;

  const { history, upcoming } = loadWorld({ seed, endDate, dataDir });
  const now = Date.now;
  const { priceAt } = createLivePrices({ history, upcoming, now, speed: settings.SANDBOX_SPEED });
  const mirror = await createChainMirror({
    rpcUrl: settings.L3_RPC_URL,
    deploymentsDir: settings.DEPLOYMENTS_DIR,
    stopping: stopping.signal,
    logError,
  });
  const state = createState({ history, priceAt, now, mirror, seed });
  const routes = nodeRoutes({
    state,
    mirror,
    dialect: settings.SANDBOX_DIALECT,
    seed,
    explorerToken: settings.EXPLORER_TOKEN,
  });
  const service = createHttpService({ name: 'data-node', routes });
  const url = await service.listen({ host: settings.HOST, port: settings.PORT });
  return {
    ready: { url },
    async close() {
      stop();
      await service.close();
    },
  };
}
