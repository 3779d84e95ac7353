import { availableParallelism } from 'node:os';
import type { ServiceRoute } from '../../lib/http-service.ts';
import type { MarketHistory } from '../../world/market-history.ts';
import { prepareMarket } from '../engine/prepare-market.ts';
import { createSimPool } from './pool/sim-pool.ts';
import { createMaintenanceRoutes } from './routes/maintenance-routes.ts';
import { createQueryRoutes } from './routes/query-routes.ts';
import { createRunRoutes } from './routes/run-routes.ts';
import { createSharedRuns } from './shared-runs.ts';
import { createRunStore } from './store/run-store.ts';

/** The simulator of a data node. */
export type Simulator = {
  readonly routes: readonly ServiceRoute[];
  /** Stops all runs, ends the worker threads and closes the file. */
  readonly close: () => Promise<void>;
};

export type SimulatorOptions = {
  readonly history: MarketHistory;
  /**
   * Path of the file that stores runs and their holdings. It is created if missing; its folder must
   * exist.
   */
  readonly storePath: string;
  /** Pause after every progress report in milliseconds; default 0. */
  readonly paceMs?: number;
  /**
   * Number of worker threads; default: the number of processors less one, at least 2 and at most 4.
   */
  readonly threads?: number;
  /** Receives unexpected errors; default: writes to standard error. */
  readonly logError?: (text: string) => void;
};

/** Starts the backtest engine in worker threads and creates its routes. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { history, storePath, paceMs = 0 } = options;
  const { threads = Math.min(4, Math.max(2, availableParallelism() - 1)) } = options;
  const { logError = (text: string) => void process.stderr.write(text) } = options;
  const market = prepareMarket(history);
  const store = createRunStore(storePath, market.assets);
  const pool = createSimPool({ market, storePath, paceMs, threads, logError });
  const sharedRuns = createSharedRuns({ market, store, pool });
  return {
    routes: [
      ...createRunRoutes(market, sharedRuns),
      ...createQueryRoutes(market, store),
      ...createMaintenanceRoutes(history, store),
    ],
    async close() {
      await pool.close();
      store.close();
    },
  };
}
