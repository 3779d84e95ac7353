import type { Address, Hex } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import type { Collateral, FindCollateral } from './collateral.ts';
import { parseTimedLogs, type TimedLog } from './timed-log.ts';

/** One event of the index contract; `at` is the block's time in Unix seconds. */
export type IndexContractEvent = DtfCreated | SharesTraded | SharesTransferred;

type EventOrigin = { readonly at: number; readonly txHash: Hex };

export type DtfCreated = EventOrigin & {
  readonly kind: 'created';
  readonly itpId: Hex;
  readonly creator: Address;
  readonly name: string;
  readonly symbol: string;
  readonly assets: readonly Address[];
  /** Wei of each asset per share, same order. */
  readonly quantities: readonly bigint[];
};

/** A mint (`buy`) or a redemption (`sell`); every amount in wei, prices and totals in USD. */
export type SharesTraded = EventOrigin & {
  readonly kind: 'buy' | 'sell';
  readonly itpId: Hex;
  readonly account: Address;
  readonly shares: bigint;
  readonly pricePerShare: bigint;
  readonly total: bigint;
  readonly fee: bigint;
};

/** A transfer of shares between wallets, without a trade. */
export type SharesTransferred = EventOrigin & {
  readonly kind: 'moved';
  readonly itpId: Hex;
  readonly from: Address;
  readonly to: Address;
  readonly shares: bigint;
  /** Set if the shares were transferred as collateral to or from the lending contract. */
  readonly collateral?: Collateral | undefined;
};

/**
 * Parses the logs of the index contract into the events that portfolios need, in the order of the
 * logs.
 */
export function parseIndexContractEvents(
  logs: readonly TimedLog[],
  collateralOf: FindCollateral,
): readonly IndexContractEvent[] {
  return parseTimedLogs(indexAbi, logs).flatMap((event): readonly IndexContractEvent[] => {
    const happened = { at: event.at, txHash: event.transactionHash };
    switch (event.eventName) {
      case 'ItpCreated':
        return [{ kind: 'created', ...happened, ...event.args }];
      case 'Minted':
        return [{ kind: 'buy', ...happened, ...event.args }];
      case 'Redeemed':
        return [{ kind: 'sell', ...happened, ...event.args }];
      case 'Transfer':
        return moved(event.args, { ...happened, collateral: collateralOf(event) });
      default:
        return [];
    }
  });
}

const zero = /^0x0{40}$/;

type TransferArgs = {
  readonly sender: Address;
  readonly receiver: Address;
  readonly id: bigint;
  readonly amount: bigint;
};

/**
 * Converts a transfer to an event. Transfers from or to the zero address are left out: they belong
 * to a mint or redemption, which has an event of its own.
 */
function moved(
  args: TransferArgs,
  happened: EventOrigin & Pick<SharesTransferred, 'collateral'>,
): readonly SharesTransferred[] {
  const { sender, receiver, id, amount } = args;
  if (zero.test(sender) || zero.test(receiver)) return [];
  const itpId: Hex = `0x${id.toString(16).padStart(64, '0')}`;
  return [{ kind: 'moved', ...happened, itpId, from: sender, to: receiver, shares: amount }];
}
