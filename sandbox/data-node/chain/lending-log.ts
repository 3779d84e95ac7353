import type { Address, Hex } from 'viem';
import { lendingAbi } from '../../../generated/abi/lending.ts';
import { parseTimedLogs, type TimedLog } from './timed-log.ts';

/** A lending market as created; `lltv` has 18 decimals. */
export type LendingMarket = {
  readonly marketId: Hex;
  readonly itpId: Hex;
  readonly oracle: Address;
  readonly lltv: bigint;
};

/**
 * One action in an account's lending history. A liquidation becomes a repayment and a withdrawal.
 */
export type LendingAction = {
  readonly kind: 'deposit' | 'withdraw' | 'borrow' | 'repay';
  readonly itpId: Hex;
  /** Wei of DTF shares (deposit, withdraw) or of USDC. */
  readonly amount: bigint;
  readonly txHash: Hex;
  readonly block: number;
  /** Unix seconds. */
  readonly at: number;
};

/** One event of the lending contract. */
export type LendingEvent = ReturnType<typeof parseTimedLogs<typeof lendingAbi>>[number];

/** Parses the logs of the lending contract into events, in the order of the logs. */
export function parseLendingEvents(logs: readonly TimedLog[]): readonly LendingEvent[] {
  return parseTimedLogs(lendingAbi, logs);
}

/** State derived from the events of the lending contract. */
export type LendingLog = {
  readonly apply: (event: LendingEvent) => void;
  readonly clear: () => void;
  /** Every market, oldest first. */
  readonly markets: () => readonly LendingMarket[];
  /** The actions of an account, oldest first. The address may be in any case. */
  readonly actions: (address: string) => readonly LendingAction[];
  /** Ids of the markets in which an account has ever acted, oldest first. */
  readonly marketsOf: (address: string) => readonly Hex[];
};

/** Creates a log without events. */
export function createLendingLog(): LendingLog {
  const markets = new Map<Hex, LendingMarket>();
  const moves = new Map<string, (LendingAction & { readonly marketId: Hex })[]>();

  function apply(event: LendingEvent): void {
    const add = (account: Address, kind: LendingAction['kind'], amount: bigint) => {
      const { at, transactionHash: txHash } = event;
      const marketId = event.args.id;
      const itpId = markets.get(marketId)?.itpId ?? '0x';
      const list = moves.get(account.toLowerCase()) ?? [];
      moves.set(account.toLowerCase(), list);
      list.push({ kind, itpId, amount, txHash, block: Number(event.blockNumber), at, marketId });
    };
    switch (event.eventName) {
      case 'CreateMarket': {
        const { itpId, oracle, lltv } = event.args.marketParams;
        markets.set(event.args.id, { marketId: event.args.id, itpId, oracle, lltv });
        break;
      }
      case 'SupplyCollateral':
        add(event.args.onBehalf, 'deposit', event.args.assets);
        break;
      case 'WithdrawCollateral':
        add(event.args.onBehalf, 'withdraw', event.args.assets);
        break;
      case 'Borrow':
        add(event.args.onBehalf, 'borrow', event.args.assets);
        break;
      case 'Repay':
        add(event.args.onBehalf, 'repay', event.args.assets);
        break;
      case 'Liquidate':
        add(event.args.borrower, 'repay', event.args.repaidAssets);
        add(event.args.borrower, 'withdraw', event.args.seizedAssets);
        break;
    }
  }

  return {
    apply,
    clear() {
      markets.clear();
      moves.clear();
    },
    markets: () => [...markets.values()],
    actions: (address) => moves.get(address.toLowerCase()) ?? [],
    marketsOf: (address) => [
      ...new Set((moves.get(address.toLowerCase()) ?? []).map(({ marketId }) => marketId)),
    ],
  };
}
