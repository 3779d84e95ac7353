import { LRUCache } from 'lru-cache';
import { waitForLaterTurn } from '../../../lib/event-loop-turns.ts';
import type { Address, Bytes32, UnixSeconds } from '../../../lib/units.ts';
import type { ChainEventView, StoredChainEntry } from '../../../upstreams/index.ts';
import { type DtfEntryKind, parseEntryValue } from './event-source.ts';

/** Shares of a wallet in wei, and since when it has held any. */
export type HolderBalance = { readonly shares: bigint; readonly since: UnixSeconds };
type Balances = Map<Address, HolderBalance>;

/** The balances after the final blocks before `next`. */
type FinalBalances = {
  readonly generation: number;
  readonly kinds: readonly DtfEntryKind[];
  readonly balances: Balances;
  next: number;
};

/** Wallets whose balances are kept, of all DTFs together. */
const maxWallets = 500_000;
/** Entries that are added in one turn of the event loop. */
const entriesPerTurn = 2000;

/** A contract with transfers from and to no wallet; `MINTED` and `REDEEMED` repeat them. */
const byTransfers: readonly DtfEntryKind[] = ['ISSUED', 'RETIRED', 'TRANSFERRED'];
/** A contract that transfers shares without issuing them by a transfer. */
const byTrades: readonly DtfEntryKind[] = ['MINTED', 'REDEEMED', 'TRANSFERRED'];

const givesAway: ReadonlySet<string> = new Set(['RETIRED', 'REDEEMED', 'TRANSFERRED']);

export type DtfHolderBalances = ReturnType<typeof createDtfHolderBalances>;

/** Creates the reader of holders; it keeps the balances of final blocks, so that each is added once. */
export function createDtfHolderBalances() {
  const kept = new LRUCache<Bytes32, FinalBalances>({
    maxSize: maxWallets,
    sizeCalculation: ({ balances }) => balances.size + 1,
  });
  const turns = new Map<Bytes32, Promise<unknown>>();

  async function addEntries(
    balances: Balances,
    view: ChainEventView,
    range: {
      readonly itpId: Bytes32;
      readonly kinds: readonly DtfEntryKind[];
      readonly from: number;
      /** The block behind the last one. */
      readonly until: number;
    },
  ): Promise<void> {
    const { itpId: subject, kinds, from, until } = range;
    let after: Pick<StoredChainEntry, 'block' | 'logIndex'> = { block: from, logIndex: -1 };
    for (;;) {
      const entries = view.oldest({ subject, kinds }, { limit: entriesPerTurn, after });
      for (const entry of entries) {
        if (entry.block >= until) return;
        addEntry(balances, entry);
      }
      const last = entries.at(-1);
      if (!last || entries.length < entriesPerTurn) return;
      after = last;
      await waitForLaterTurn();
    }
  }

  async function readBalances(view: ChainEventView, itpId: Bytes32): Promise<Balances> {
    const issued = view.newest({ subject: itpId, kinds: ['ISSUED', 'RETIRED'] }, { limit: 1 });
    const kinds = issued.length > 0 ? byTransfers : byTrades;
    const known = kept.get(itpId);
    const isUsable =
      known?.generation === view.generation && known.kinds === kinds && known.next <= view.next;
    const final: FinalBalances =
      known && isUsable
        ? known
        : { generation: view.generation, kinds, balances: new Map(), next: 0 };
    // While it is incomplete nothing else may read it.
    kept.delete(itpId);
    const until = Math.min(view.next, view.head + 1);
    await addEntries(final.balances, view, { itpId, kinds, from: final.next, until });
    final.next = Math.max(final.next, until);
    kept.set(itpId, final);
    const balances = new Map(final.balances);
    await addEntries(balances, view, { itpId, kinds, from: final.next, until: view.head + 1 });
    return balances;
  }

  return {
    /** Returns the wallets that hold shares of a DTF at the head of a view. */
    read: async (
      view: ChainEventView,
      itpId: Bytes32,
    ): Promise<ReadonlyMap<Address, HolderBalance>> => {
      // Reads of one DTF run one after the other: each continues what the last one has kept.
      const before = turns.get(itpId) ?? Promise.resolve();
      const reading = before.then(() => readBalances(view, itpId));
      const settled = reading.then(
        () => undefined,
        () => undefined,
      );
      turns.set(itpId, settled);
      try {
        const balances = await reading;
        for (const [wallet, { shares }] of balances) if (shares <= 0n) balances.delete(wallet);
        return balances;
      } finally {
        if (turns.get(itpId) === settled) turns.delete(itpId);
      }
    },
  };
}

function addEntry(balances: Balances, { kind, wallet, other, value, time }: StoredChainEntry) {
  const shares = BigInt(parseEntryValue(value).shares ?? 0);
  const given = givesAway.has(kind);
  if (wallet) addShares(balances, wallet, { shares: given ? -shares : shares, since: time ?? 0 });
  if (other) addShares(balances, other, { shares, since: time ?? 0 });
}

function addShares(balances: Balances, wallet: Address, change: HolderBalance): void {
  const before = balances.get(wallet);
  const shares = (before?.shares ?? 0n) + change.shares;
  if (shares === 0n) {
    balances.delete(wallet);
    return;
  }
  const since = before && before.shares > 0n ? before.since : change.since;
  balances.set(wallet, { shares, since });
}
