import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, http } from 'viem';
import { createHttpService } from '../lib/http-service.ts';
import { quorumSize } from './bls/oracle-keys.ts';
import { readVisionAddresses } from './chain/vision-addresses.ts';
import { createVisionFollower } from './chain/vision-follower.ts';
import { type Clock, createChainClock, systemClock } from './clock.ts';
import type { OracleConfig } from './config.ts';
import { createMarketState } from './market-state/market-state.ts';
import { BATCH_CONFIG_FILE_NAME, openBatchConfigFile } from './markets/batch-config-file.ts';
import { createPriceFeed } from './markets/price-feed.ts';
import { createPeerClient } from './peers/peer-client.ts';
import { openPeerKey } from './peers/peer-key.ts';
import { createPeerRoutes } from './peers/peer-routes.ts';
import { deriveBotAddresses } from './players/bot-wallets.ts';
import { createBots } from './players/bots.ts';
import { createQuorumProver } from './proofs/quorum-prover.ts';
import { createBatchRoutes } from './routes/batch-routes.ts';
import { createMarketRoutes } from './routes/market-routes.ts';
import { createPlayerRoutes, findSignableStatement } from './routes/player-routes.ts';
import { findBatchById, findOpenPosition } from './routes/request-parameters.ts';
import type { OracleRouteContext } from './routes/route-context.ts';
import { createBallotStore } from './store/ballot-store.ts';
import { createBitmapStore } from './store/bitmap-store.ts';
import { openOracleDatabase } from './store/oracle-database.ts';
import { createPositionTotalsStore } from './store/position-totals-store.ts';
import { createTickStore } from './store/tick-store.ts';
import { createAcceptor } from './ticks/acceptor.ts';
import { createProposer } from './ticks/proposer.ts';
import { createTickLedger } from './ticks/tick-ledger.ts';
import { createTickScheduler } from './ticks/tick-scheduler.ts';

/** A running oracle. */
export type Oracle = {
  /** Base URL of the oracle. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

export type OracleOptions = {
  readonly config: OracleConfig;
  /**
   * Clock of the ticks; default: the system clock, moved forward if the time of the chain was moved
   * forward.
   */
  readonly clock?: Clock;
  /** Receives one line for each failure. */
  readonly log: (text: string) => void;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
  /** Resolves when the chain has started. */
  readonly dependenciesReady?: Promise<unknown>;
};

/** Interval between checks for due ticks, milliseconds. */
const TICK_INTERVAL_MS = 400;
/** Interval between rounds of the bots, milliseconds. */
const BOTS_INTERVAL_MS = 1_500;
const CHAIN_DEADLINE_MS = 5_000;
const CLOSE_GRACE_MS = 2_000;

/**
 * Starts one oracle, which follows the chain, resolves ticks with its peers and serves `/vision/*`.
 *
 * @throws {Error} the deployment file cannot be read, or the port is in use.
 */
export async function startOracle(options: OracleOptions): Promise<Oracle> {
  const { config, log } = options;
  const stopping = new AbortController();
  const clock = createChainClock(options.clock ?? systemClock);
  const { now } = clock;
  const wallets = deriveBotAddresses();
  await options.dependenciesReady;
  const addresses = await readVisionAddresses(config.deploymentsDir);
  const key = await openPeerKey(config.stateDir);
  const configs = await openBatchConfigFile(join(config.stateDir, BATCH_CONFIG_FILE_NAME));
  options.signal?.throwIfAborted();
  const database = openOracleDatabase(join(config.stateDir, `oracle-${config.index}.sqlite`));
  const bitmaps = createBitmapStore(database);
  const ticks = createTickStore(database);
  const positionTotals = createPositionTotalsStore(database);
  const ballots = createBallotStore(database);
  const marketState = createMarketState();
  const prices = createPriceFeed(config.dataNodeUrl);
  const { index, peers: urls } = config;
  const peers = createPeerClient({ urls, index, key, now });
  let syncedTo = 0;
  const ledger = createTickLedger({
    database,
    marketState,
    bitmaps,
    ticks,
    positionTotals,
    configs,
    prices,
  });
  const onDisagreement = (batchId: number, tick: number) =>
    log(`batch ${batchId}, tick ${tick}: another oracle has a different result`);
  const acceptor = createAcceptor({
    ledger,
    ticks,
    ballots,
    now,
    syncedTo: () => syncedTo,
    onDisagreement,
  });
  const oracles = urls.length;
  const proposer = createProposer({
    ledger,
    ballots,
    acceptor,
    electorate: peers,
    index,
    oracles,
    quorum: quorumSize(oracles),
    now,
  });
  const prover = createQuorumProver({ marketState, peers, index });
  const reportFailure = createFailureLog((text) => {
    if (!stopping.signal.aborted) log(text);
  });
  const scheduler = createTickScheduler({
    marketState,
    ledger,
    ballots,
    proposer,
    index,
    oracles,
    now,
    syncedTo: () => syncedTo,
    onError: (batchId, error) => reportFailure(`batch ${batchId}`, error),
    signal: stopping.signal,
  });
  const client = createPublicClient({
    transport: http(config.chainUrl, { timeout: CHAIN_DEADLINE_MS, retryCount: 0 }),
  });
  const follower = createVisionFollower({
    client,
    addresses,
    onReset: () => {
      syncedTo = 0;
      marketState.reset();
    },
    onEvents: marketState.apply,
    onIdentity: database.bindToChain,
    onHead: clock.observe,
  });

  const bots = createBots({
    marketState,
    configs,
    prices,
    addresses: wallets,
    urls,
    index,
    now,
    // Anvil signs for the accounts of the test mnemonic.
    send: (from, data) =>
      client.request({
        method: 'eth_sendTransaction',
        params: [{ from, to: addresses.vision, data }],
      } as never),
  });

  async function play(): Promise<void> {
    await bots.playRound().then(
      () => reportFailure('bots', null),
      (error: unknown) => reportFailure('bots', error),
    );
  }

  async function followChain(): Promise<void> {
    const start = now();
    try {
      await follower.sync();
      if (hasUnknownConfig()) await configs.refresh();
      syncedTo = start;
      reportFailure('chain', null);
    } catch (error) {
      reportFailure('chain', error);
    }
  }

  function hasUnknownConfig(): boolean {
    const hashes = marketState.batches().flatMap((batch) => batch.configs);
    return hashes.some(({ configHash }) => configs.find(configHash) === undefined);
  }

  async function loop(work: () => Promise<void>, interval: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await work();
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const domain = { chainId: addresses.chainId, contract: addresses.vision };
  const context: OracleRouteContext = {
    marketState,
    ledger,
    ticks,
    positionTotals,
    bitmaps,
    configs,
    prover,
    domain,
    now,
    syncedTo: () => syncedTo,
    // Limits the delay of batches with short ticks, which would otherwise be revealed only after
    // many ticks.
    revealWindow: (tickDuration) => Math.min(config.revealWindow, 2 * tickDuration),
    wireFormat: config.wireFormat,
  };
  const service = createHttpService({
    name: `oracle ${index}`,
    logError: log,
    routes: [
      ...createBatchRoutes(context),
      ...createPlayerRoutes(context),
      ...createMarketRoutes(context),
      ...createPeerRoutes({
        key,
        acceptor,
        now,
        sign: ({ batchId, player }) => {
          const position = findOpenPosition(context, batchId, player);
          return prover.signOwn(
            findSignableStatement(context, findBatchById(context, batchId), position),
          );
        },
      }),
    ],
  });
  await followChain();
  const url = await service.listen({ host: config.host, port: config.port });
  const loops = [
    loop(followChain, config.pollInterval),
    loop(() => scheduler.run(), TICK_INTERVAL_MS),
    // Waits one interval, because the data node, which the bots need, may still be starting.
    sleep(BOTS_INTERVAL_MS, undefined, { signal: stopping.signal }).then(
      () => loop(play, BOTS_INTERVAL_MS),
      () => undefined,
    ),
  ];
  return {
    url,
    async close() {
      stopping.abort();
      await service.close();
      // Does not wait for requests to peers that do not respond.
      await Promise.race([Promise.all(loops), sleep(CLOSE_GRACE_MS)]);
      database.close();
    },
  };
}

/**
 * Creates a function that logs each failure once. It is logged again after a success or if the
 * error changes.
 */
function createFailureLog(log: (text: string) => void): (subject: string, error: unknown) => void {
  const said = new Map<string, string>();
  return (subject, error) => {
    const text = error === null ? '' : error instanceof Error ? error.message : String(error);
    const line = text.split('\n')[0] ?? '';
    if (said.get(subject) === line) return;
    said.set(subject, line);
    if (line !== '') log(`${subject}: ${line}`);
  };
}
