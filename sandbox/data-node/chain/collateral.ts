import type { Address, Hex } from 'viem';
import type { LendingEvent } from './lending-log.ts';

/** The owner of collateral shares, and whether the transfer pledges them or takes them back. */
export type Collateral = { readonly owner: Address; readonly isPledged: boolean };

/**
 * Returns the collateral that a transfer log of the index contract moves; undefined if the transfer
 * moves none.
 */
export type FindCollateral = (log: {
  transactionHash: Hex;
  logIndex: number;
}) => Collateral | undefined;

/**
 * Creates a lookup of the collateral that share transfers move. The log before such a transfer is
 * an event of the lending contract that names the collateral's owner.
 */
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
