import { type Address, toHex } from 'viem';
import type { RpcClient } from './rpc-client.ts';
import type { FundNavs } from './seed/fund-navs.ts';
import { encodeSetNavsCall } from './seed/mine-seed-blocks.ts';

/** Options of the NAV keeper. */
export type NavKeeperOptions = {
  readonly rpc: RpcClient;
  readonly account: Address;
  readonly index: Address;
  readonly navs: FundNavs;
  /** Milliseconds between the end of one round and the start of the next. */
  readonly interval: number;
  /** Called after every fifth round. */
  readonly afterNavs?: () => Promise<void>;
  /** Receives the reason why a round failed; further rounds still run. */
  readonly log: (message: string) => void;
};

/** Updates the NAVs on the chain from the prices of the world. */
export type NavKeeper = {
  /** Stops the keeper; resolves when the current round has ended. */
  readonly stop: () => Promise<void>;
};

const gas = toHex(10_000_000);

/** Sets the current NAVs of all funds in one transaction. */
export async function setNavs(
  options: Omit<NavKeeperOptions, 'interval' | 'log' | 'afterNavs'>,
): Promise<void> {
  const { rpc, account, index, navs } = options;
  const [ids, values] = navs.allAt(Date.now());
  if (ids.length === 0) return;
  const transaction = { from: account, to: index, data: encodeSetNavsCall(ids, values), gas };
  await rpc.call('eth_sendTransaction', [transaction]);
}

/** Starts a keeper that sets the NAVs of all funds at each interval. */
export function startNavKeeper(options: NavKeeperOptions): NavKeeper {
  let stopped = false;
  let rounds = 0;
  const { afterNavs = async () => undefined } = options;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(() => {
      rounds += 1;
      round = setNavs(options)
        .then(() => (rounds % 5 === 0 ? afterNavs() : undefined))
        .catch((error: unknown) => {
          if (!stopped) options.log(`keeper: ${error instanceof Error ? error.message : error}`);
        })
        .finally(() => {
          if (!stopped) next();
        });
    }, options.interval);
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
