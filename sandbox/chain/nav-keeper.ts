import { type Address, toHex } from 'viem';
import type { RpcClient } from './rpc-client.ts';
import type { FundNavs } from './seed/fund-navs.ts';
import { encodeSetNavsCall } from './seed/mine-seed-blocks.ts';

/** What the keeper works with. */
export type NavKeeperOptions = {
  readonly rpc: RpcClient;
  readonly account: Address;
  readonly index: Address;
  readonly navs: FundNavs;
  /** Milliseconds from the end of one round to the next. */
  readonly interval: number;
  /** Runs every fifth time after the NAVs were set. */
  readonly afterNavs?: () => Promise<void>;
  /** Takes why a round failed; the next one is tried all the same. */
  readonly log: (message: string) => void;
};

/** Keeps the NAVs on chain in step with the prices of the world. */
export type NavKeeper = {
  /** Settles when no round is under way any more and none will follow. */
  readonly stop: () => Promise<void>;
};

const gas = toHex(10_000_000);

/** Sets the NAVs of all funds at once, now. */
export async function setNavs(
  options: Omit<NavKeeperOptions, 'interval' | 'log' | 'afterNavs'>,
): Promise<void> {
  const { rpc, account, index, navs } = options;
  const [ids, values] = navs.allAt(Date.now());
  if (ids.length === 0) return;
  const transaction = { from: account, to: index, data: encodeSetNavsCall(ids, values), gas };
  await rpc.call('eth_sendTransaction', [transaction]);
}

/** Starts to set the NAVs of all funds again and again. */
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
