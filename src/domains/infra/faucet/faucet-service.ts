import { setTimeout as sleep } from 'node:timers/promises';
import { privateKeyToAccount } from 'viem/accounts';
import { ConfigError } from '../../../config.ts';
import { type Context, type ServiceDeps, toRequestSignalAndIds } from '../../../context.ts';
import { GatewayError, InternalError, NotConfiguredError } from '../../../lib/errors.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { openStateFile } from '../../../lib/sqlite-file-helpers.ts';
import { parseAddress } from '../../../lib/units.ts';
import { readDeployment } from '../deployment-files.ts';
import {
  createFaucet,
  type Faucet,
  type FaucetRequester,
  type FaucetTokenAndChains,
} from './faucet.ts';
import { openPayoutLedger } from './payout-ledger.ts';
import { createFaucetWalletRpc } from './wallet-rpc.ts';

/** The faucet with the lifecycle of the gateway; it is disabled when no key is configured. */
export type FaucetService = {
  /**
   * @throws {NotConfiguredError} the gateway has no key.
   * @throws {InternalError} an unexpected failure, such as a ledger that cannot be written.
   * @throws {GatewayError} every error of `Faucet.pay`.
   */
  readonly pay: Faucet['pay'];
  /**
   * Reconciles unsettled payments now and periodically.
   *
   * @throws {ConfigError} the key is publicly known and the chain is not a development chain.
   */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Returns the client of a request as a caller of the faucet. */
export const toFaucetRequester = (context: Context): FaucetRequester => ({
  ...toRequestSignalAndIds(context),
  address: context.clientAddress,
});

const reconcileInterval = 5000;
/** Maximum time that the start waits for the first reconciliation, milliseconds. */
const startLimit = 3000;

/**
 * Returns the `outcome` label of a failed request; `refused` means that the caller can correct it.
 */
function failureOutcome(cause: unknown, { aborted }: AbortSignal): string {
  if (aborted) return 'aborted';
  return cause instanceof GatewayError && cause.status < 500 ? 'refused' : 'failed';
}

/** Creates the gateway's faucet. Without a key, requests fail with `NotConfiguredError`. */
export function createFaucetService(deps: ServiceDeps): FaucetService {
  const { config, clock, log, telemetry, cache, upstreams, cluster } = deps;
  const { privateKey, ...limits } = config.faucet;
  if (privateKey === undefined) {
    return {
      pay: () => Promise.reject(new NotConfiguredError('FAUCET_PRIVATE_KEY is not configured')),
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  const ledger = openStateFile(config, 'faucet.sqlite', (path) => openPayoutLedger(path, clock));
  const faucet = createFaucet({
    account: privateKeyToAccount(privateKey),
    l3: (trace) => createFaucetWalletRpc(upstreams.l3.backgroundClient(trace)),
    settlement: (trace) => createFaucetWalletRpc(upstreams.settlement.backgroundClient(trace)),
    ledger,
    limits,
    clock,
    log,
    cluster,
    // The next read of the recipient's wallet must show the payment.
    onPaid: () => cache.invalidate('wallet'),
    findDeploymentByFileName: async (): Promise<FaucetTokenAndChains> => {
      const active = await valueOrIfNotFound(
        () => readDeployment('active-deployment.json', config),
        null,
      );
      if (active === null) throw new NotConfiguredError('there is no active deployment');
      const token = parseAddress(active.contracts.L3_WUSDC ?? '');
      if (!token) throw new NotConfiguredError('the deployment names no L3_WUSDC');
      return { token, l3ChainId: active.chainId, settlementChainId: active.settlementChainId };
    },
  });
  const reconcile = async (): Promise<void> => {
    try {
      await faucet.reconcile();
    } catch (error) {
      if (error instanceof NotConfiguredError) {
        throw new ConfigError([`FAUCET_PRIVATE_KEY: ${error.message}`]);
      }
      // An unreachable chain must not stop the gateway; the next interval tries again.
      log.warn({ err: error }, 'faucet payments could not be reconciled');
    }
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    pay: async (request, caller) => {
      try {
        const result = await faucet.pay(request, caller);
        telemetry.faucetRequests.inc({ outcome: 'paid' });
        return result;
      } catch (cause) {
        telemetry.faucetRequests.inc({ outcome: failureOutcome(cause, caller.signal) });
        if (cause instanceof GatewayError || caller.signal.aborted) throw cause;
        log.error({ err: cause, ...caller.requestIds }, 'faucet failed');
        throw new InternalError('transaction failed', { cause });
      }
    },
    start: async () => {
      await Promise.race([reconcile(), sleep(startLimit, undefined, { ref: false })]);
      timer = setInterval(() => void reconcile().catch(() => undefined), reconcileInterval).unref();
    },
    close: async () => {
      clearInterval(timer);
      await faucet.close();
      ledger.close();
    },
  };
}
