import type { Address, Hex } from 'viem';
import type { Collateral } from './collateral.ts';
import type {
  DtfCreated,
  IndexContractEvent,
  SharesTraded,
  SharesTransferred,
} from './index-contract-event.ts';

/**
 * What a wallet holds of one DTF, in wei. Cost basis by the average cost method: a buy adds its
 * total (without the fee), a sale takes away shares at the average cost so far. Shares that move
 * between wallets take their average cost along; collateral comes back at what it cost its owner.
 */
export type ShareHolding = SharesWithCost & {
  /** Everything that ever came in and went out. */
  readonly received: bigint;
  readonly sent: bigint;
};

/** Shares, and what they cost in USD, wei. */
type SharesWithCost = { readonly shares: bigint; readonly cost: bigint };

/** A lot from a moment on, Unix seconds. */
export type TimedShareHolding = ShareHolding & { readonly at: number };

/** Lots of one wallet by DTF, each as its steps in time; the last step is what it holds now. */
export type AccountHoldings = ReadonlyMap<Hex, readonly TimedShareHolding[]>;

/** A DTF as registered, with the shares outstanding. */
export type Dtf = DtfCreated & { readonly supply: bigint };

/** Every DTF, lot and trade, from the events of the index contract. */
export type ShareLedger = {
  /** @throws {Error} the event is impossible after those before it: more shares given than held. */
  readonly apply: (event: IndexContractEvent) => void;
  readonly clear: () => void;
  /** Oldest first. */
  readonly dtfs: () => readonly Dtf[];
  readonly dtf: (itpId: string) => Dtf | undefined;
  /** Any case of the address. */
  readonly account: (address: string) => AccountHoldings;
  /** Oldest first. */
  readonly trades: (address: string) => readonly SharesTraded[];
  /** Wallets that ever held a share, in lower case. */
  readonly wallets: () => readonly string[];
};

const nothing: ShareHolding = { shares: 0n, cost: 0n, received: 0n, sent: 0n };

/** Creates an empty book. */
export function createShareLedger(): ShareLedger {
  const dtfs = new Map<string, Dtf>();
  const accounts = new Map<string, Map<Hex, TimedShareHolding[]>>();
  const trades = new Map<string, SharesTraded[]>();
  /** What each owner has pledged of each DTF; the lending contract's lots hold all of it. */
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

  /** @param cost - Of the shares given; at the lot's average when left out. */
  function removeShares(
    from: Address,
    transfer: Omit<TransferredShares, 'cost'>,
    cost?: bigint,
  ): bigint {
    const holding = findHolding(from, transfer.itpId);
    if (transfer.shares > holding.shares)
      throw new Error('an event gives more shares than are held');
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

  /** Gives what is pledged at the lot's average, and what comes back at what it cost its owner. */
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
    if (dtf === undefined) throw new Error('an event trades a DTF that was never created');
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

/** Cost of a part of a lot at its average, floored; the last share takes all that is left. */
function costOf(holding: SharesWithCost, shares: bigint): bigint {
  return shares === holding.shares ? holding.cost : (holding.cost * shares) / holding.shares;
}

/** The step in force at a moment (Unix seconds); undefined before the first. */
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
