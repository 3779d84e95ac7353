import type { Address, Hex } from 'viem';
import type { LendingEvent } from './lending-log.ts';

/** Whose collateral shares become when they are pledged, or were when they come back or are seized. */
export type Collateral = { readonly owner: Address; readonly isPledged: boolean };

/** What a log of the index contract moves as collateral; undefined where it is none. */
export type FindCollateral = (log: {
  transactionHash: Hex;
  logIndex: number;
}) => Collateral | undefined;

/** Finds the collateral that transfers of shares move: the log before each, of the lending contract, names it. */
export function createCollateralLookup(events: readonly LendingEvent[]): FindCollateral {
  const moves = new Map<string, Collateral>();
  for (const event of events) {
    const collateral = collateralIn(event);
    if (collateral) moves.set(`${event.transactionHash} ${event.logIndex}`, collateral);
  }
  return ({ transactionHash, logIndex }) => moves.get(`${transactionHash} ${logIndex - 1}`);
}

function collateralIn(event: LendingEvent): Collateral | undefined {
  switch (event.eventName) {
    case 'SupplyCollateral':
      return { owner: event.args.onBehalf, isPledged: true };
    case 'WithdrawCollateral':
      return { owner: event.args.onBehalf, isPledged: false };
    case 'Liquidate':
      return { owner: event.args.borrower, isPledged: false };
    default:
      return undefined;
  }
}
