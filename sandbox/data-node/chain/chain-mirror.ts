import { setTimeout as sleep } from 'node:timers/promises';
import { createCollateralLookup } from './collateral.ts';
import { type ContractAddresses, readContractAddresses } from './contract-addresses.ts';
import { parseIndexContractEvents } from './index-contract-event.ts';
import { createLendingLog, type LendingLog, parseLendingEvents } from './lending-log.ts';
import { type ChainHead, createLogFollower } from './log-follower.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';
import { createShareLedger, type ShareLedger } from './share-ledger.ts';
import type { TimedLog } from './timed-log.ts';

/**
 * A copy of the chain's state. It is updated while the chain responds and keeps the last known
 * state otherwise.
 */
export type ChainMirror = {
  readonly shareLedger: ShareLedger;
  readonly lendingLog: LendingLog;
  readonly rpc: RpcClient;
  readonly contractAddresses: () => ContractAddresses;
  /** The last block whose events have been applied. */
  readonly head: () => ChainHead;
  /** False while the chain does not respond. */
  readonly isFollowing: () => boolean;
};

export type ChainMirrorOptions = {
  readonly rpcUrl: string;
  readonly deploymentsDir: string;
  /** Stops the updates. */
  readonly stopping: AbortSignal;
  readonly logError: (text: string) => void;
};

const POLL_MS = 1_000;
const FIRST_RETRY_MS = 250;
const FIRST_DEADLINE_MS = 20_000;

/**
 * Follows the index and lending contracts of the L3 chain, with about one poll a second.
 *
 * @returns the mirror, after all present events have been applied.
 * @throws {Error} the chain or its deployment file cannot be read within twenty seconds.
 */
export async function createChainMirror(options: ChainMirrorOptions): Promise<ChainMirror> {
  const { stopping, logError } = options;
  const rpc = createRpcClient(options.rpcUrl, stopping);
  const shareLedger = createShareLedger();
  const lendingLog = createLendingLog();
  let deployment = await firstOf(() => readContractAddresses(options.deploymentsDir), stopping);
  let following = true;

  function take(logs: readonly TimedLog[]): void {
    const index = deployment.Index.toLowerCase();
    const [ofIndex, ofLending]: [TimedLog[], TimedLog[]] = [[], []];
    for (const timed of logs) {
      (timed.log.address.toLowerCase() === index ? ofIndex : ofLending).push(timed);
    }
    const lent = parseLendingEvents(ofLending);
    for (const event of parseIndexContractEvents(ofIndex, createCollateralLookup(lent)))
      shareLedger.apply(event);
    for (const event of lent) lendingLog.apply(event);
  }

  const follower = createLogFollower({
    rpc,
    async readAddresses() {
      deployment = await readContractAddresses(options.deploymentsDir);
      return [deployment.Index, deployment.LENDING].flatMap((address) => address ?? []);
    },
    onReset() {
      shareLedger.clear();
      lendingLog.clear();
    },
    onLogs: take,
  });

  let head = await firstOf(follower.sync, stopping);

  async function follow(): Promise<void> {
    while (!stopping.aborted) {
      await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return;
      try {
        head = await follower.sync();
        following = true;
      } catch (error) {
        if (following && !stopping.aborted) logError(`${String(error)}\n`);
        following = false;
      }
    }
  }
  void follow();

  return {
    shareLedger,
    lendingLog,
    rpc,
    contractAddresses: () => deployment,
    head: () => head,
    isFollowing: () => following,
  };
}

/** Repeats an attempt until it succeeds or twenty seconds have passed. */
async function firstOf<T>(attempt: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  const deadline = performance.now() + FIRST_DEADLINE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (stopping.aborted || performance.now() > deadline) throw error;
      await sleep(FIRST_RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
