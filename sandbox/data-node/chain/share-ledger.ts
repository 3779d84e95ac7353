import type { Address, Hex } from 'viem';
import type { Collateral } from './collateral.ts';
import type {
  DtfCreated,
  IndexContractEvent,
  SharesTraded,
  SharesTransferred,
} from './index-contract-event.ts';

/**
 * The shares of one DTF that a wallet holds, in wei, with their average cost. A buy adds its total,
 * without the fee; a sale removes shares at the average cost. A transfer moves the shares with
 * their average cost; collateral returns at the cost at which its owner pledged it.
 */
export type ShareHolding = SharesWithCost & {
  /** Totals of all shares that ever came in and went out. */
  readonly received: bigint;
  readonly sent: bigint;
};

/** Shares and their cost in USD, wei. */
type SharesWithCost = { readonly shares: bigint; readonly cost: bigint };

/** A holding that is valid from `at` on, Unix seconds. */
export type TimedShareHolding = ShareHolding & { readonly at: number };

/**
 * Holdings of one wallet by DTF, each with its history in ascending time; the last entry is the
 * present holding.
 */
export type AccountHoldings = ReadonlyMap<Hex, readonly TimedShareHolding[]>;

/** A registered DTF with its outstanding shares. */
export type Dtf = DtfCreated & { readonly supply: bigint };

/** All DTFs, holdings and trades, derived from the events of the index contract. */
export type ShareLedger = {
  /**
   * Applies the next event.
   *
   * @throws {Error} the event contradicts earlier events, such as a transfer of more shares than
   * the wallet holds.
   */
  readonly apply: (event: IndexContractEvent) => void;
  readonly clear: () => void;
  /** Oldest first. */
  readonly dtfs: () => readonly Dtf[];
  readonly dtf: (itpId: string) => Dtf | undefined;
  /** Holdings of a wallet. The address may be in any case. */
  readonly account: (address: string) => AccountHoldings;
  /** Oldest first. */
  readonly trades: (address: string) => readonly SharesTraded[];
  /** Addresses that have ever held a share, in lower case. */
  readonly wallets: () => readonly string[];
};

const nothing: ShareHolding = { shares: 0n, cost: 0n, received: 0n, sent: 0n };

/** Creates a ledger without events. */
export function createShareLedger(): ShareLedger {
  const dtfs = new Map<string, Dtf>();
  const accounts = new Map<string, Map<Hex, TimedShareHolding[]>>();
  const trades = new Map<string, SharesTraded[]>();
  /** Shares that each owner has pledged of each DTF. The lending contract holds all of them. */
  const pledges = new Map<string, SharesWithCost>();

  function findHolding(address: Address, itpId: Hex): ShareHolding {
    return accounts.get(address.toLowerCase())?.get(itpId)?.at(-1) ?? nothing;
  }

  function addHolding(address: Address, itpId: Hex, step: TimedShareHolding): void {
    const key = address.toLowerCase();
    const account = accounts.get(key) ?? new Map<Hex, TimedShareHolding[]>();
    accounts.set(key, account);
    const steps = account.get(itpId) ?? [];
    account.set(itpId, steps);
    if (steps.at(-1)?.at === step.at) steps.pop();
    steps.push(step);
  }

  function addShares(to: Address, transfer: TransferredShares): void {
    const holding = findHolding(to, transfer.itpId);
    addHolding(to, transfer.itpId, {
      at: transfer.at,
      shares: holding.shares + transfer.shares,
      cost: holding.cost + transfer.cost,
      received: holding.received + transfer.shares,
      sent: holding.sent,
    });
  }

  /**
   * Removes shares from a holding and returns their cost.
   *
   * @param cost - Cost of the removed shares; at the holding's average if omitted.
   */
  function removeShares(
    from: Address,
    transfer: Omit<TransferredShares, 'cost'>,
    cost?: bigint,
  ): bigint {
    const holding = findHolding(from, transfer.itpId);
    if (transfer.shares > holding.shares)
      throw new Error('an event transfers more shares than are held');
    const removedCost = cost ?? costOf(holding, transfer.shares);
    addHolding(from, transfer.itpId, {
      at: transfer.at,
      shares: holding.shares - transfer.shares,
      cost: holding.cost - removedCost,
      received: holding.received,
      sent: holding.sent + transfer.shares,
    });
    return removedCost;
  }

  /**
   * Removes pledged shares at the holding's average cost, and returned shares at the cost at which
   * their owner pledged them. Returns the cost.
   */
  function removeCollateral(event: SharesTransferred, { owner, isPledged }: Collateral): bigint {
    const { from, itpId, shares } = event;
    const key = `${owner.toLowerCase()} ${itpId}`;
    const pledge = pledges.get(key) ?? nothing;
    if (isPledged) {
      const cost = removeShares(from, event);
      pledges.set(key, { shares: pledge.shares + shares, cost: pledge.cost + cost });
      return cost;
    }
    if (shares > pledge.shares) throw new Error('an event returns more collateral than is pledged');
    const cost = removeShares(from, event, costOf(pledge, shares));
    pledges.set(key, { shares: pledge.shares - shares, cost: pledge.cost - cost });
    return cost;
  }

  function applyTransfer(event: SharesTransferred): void {
    const { from, to, collateral } = event;
    const cost = collateral ? removeCollateral(event, collateral) : removeShares(from, event);
    addShares(to, { ...event, cost });
  }

  function applyTrade(event: SharesTraded): void {
    const { account, total, kind, shares, itpId } = event;
    if (kind === 'buy') addShares(account, { ...event, cost: total });
    else removeShares(account, event);
    const key = account.toLowerCase();
    const done = trades.get(key) ?? [];
    trades.set(key, done);
    done.push(event);
    const dtf = dtfs.get(itpId);
    if (dtf === undefined) throw new Error('an event trades an unknown DTF');
    dtfs.set(itpId, { ...dtf, supply: dtf.supply + (kind === 'buy' ? shares : -shares) });
  }

  return {
    apply(event) {
      if (event.kind === 'created') dtfs.set(event.itpId, { ...event, supply: 0n });
      else if (event.kind !== 'moved') applyTrade(event);
      else if (event.from !== event.to && event.shares > 0n) applyTransfer(event);
    },
    clear() {
      dtfs.clear();
      accounts.clear();
      trades.clear();
      pledges.clear();
    },
    dtfs: () => [...dtfs.values()],
    dtf: (itpId) => dtfs.get(itpId.toLowerCase()),
    account: (address) => accounts.get(address.toLowerCase()) ?? new Map(),
    trades: (address) => trades.get(address.toLowerCase()) ?? [],
    wallets: () => [...accounts.keys()],
  };
}

type TransferredShares = {
  readonly itpId: Hex;
  readonly at: number;
  readonly shares: bigint;
  readonly cost: bigint;
};

/**
 * Returns the cost of some shares of a holding at its average, rounded down. The cost of all shares
 * is the whole remaining cost.
 */
function costOf(holding: SharesWithCost, shares: bigint): bigint {
  return shares === holding.shares ? holding.cost : (holding.cost * shares) / holding.shares;
}

/** Returns the holding that is valid at a time in Unix seconds; undefined before the first one. */
export function findHoldingAt(
  steps: readonly TimedShareHolding[],
  at: number,
): TimedShareHolding | undefined {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1];
}
