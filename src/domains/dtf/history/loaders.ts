import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../../context.ts';
import type { NewestFirstRead } from '../../../graphql/connection/index.ts';
import { unixNow } from '../../../lib/clock.ts';
import { GatewayError, NotFoundError } from '../../../lib/errors.ts';
import type { Address } from '../../../lib/units.ts';
import {
  type Bytes32,
  oneEther,
  type UnixSeconds,
  type WeiString,
  weiToNumber,
} from '../../../lib/units.ts';
import type { ChainEventView, StoredChainEntry } from '../../../upstreams/index.ts';
import {
  createChainReadError,
  createOnChainStates,
  type OnChainDtfState,
} from '../on-chain-states.ts';
import { type DtfEntryKind, dtfEventSource } from './event-source.ts';
import { type DtfFlow, readDtfFlows } from './flows.ts';
import type { DtfHolderBalances } from './holder-balances.ts';

export type DtfHistoryLoaders = ReturnType<typeof createDtfHistoryLoaders>;

/** Context of a request that the resolvers of events, holders and flows need. */
export type DtfHistoryContext = Context<{ readonly dtfHistory: DtfHistoryLoaders }>;

/** A wallet with shares of a DTF. */
export type DtfHolderRow = {
  readonly address: Address;
  readonly shares: WeiString;
  readonly sharePct: number | null;
  readonly valueUsd: number | null;
  readonly since: UnixSeconds;
};

/** All holders of a DTF at one block. */
export type DtfHolders = {
  readonly holders: readonly DtfHolderRow[];
  readonly unattributedShares: WeiString;
};

/** A page of events, and the number of those on all pages. */
type EventRows = { readonly rows: readonly StoredChainEntry[]; readonly totalCount: number };

const entryBytes = 400;
const holderBytes = 250;
const flowBytes = 200;

/** Creates the loaders of one request: what the events of the contract tell of DTFs. */
export function createDtfHistoryLoaders(
  { requestCache, upstreams, clock }: Pick<LoaderDeps, 'requestCache' | 'upstreams' | 'clock'>,
  balances: DtfHolderBalances,
) {
  const { l3, contracts } = upstreams;
  const readStates = createOnChainStates(l3, contracts);

  /** @throws {ChainBehindError} the events have not been read up to the head of the chain yet. */
  async function readView(signal: AbortSignal): Promise<ChainEventView> {
    try {
      const address = await contracts.address('Index');
      return await l3.events.readAll({ ...dtfEventSource, address }, signal);
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause;
      throw createChainReadError(cause);
    }
  }

  /** DTFs that are requested together are read in one call a block. */
  const states = new DataLoader<
    { readonly id: Bytes32; readonly block: number },
    OnChainDtfState,
    string
  >(
    async (wanted) => {
      const found = new Map<string, OnChainDtfState | Error>();
      for (const [block, some] of Map.groupBy(wanted, (one) => one.block)) {
        const ids = some.map(({ id }) => id);
        const read = await readStates(ids, requestCache.signal, BigInt(block));
        for (const [at, state] of read.entries()) found.set(`${ids[at]} ${block}`, state);
      }
      return wanted.map(
        ({ id, block }) =>
          found.get(`${id} ${block}`) ?? new NotFoundError(`DTF ${id} does not exist`),
      );
    },
    { cacheKeyFn: ({ id, block }) => `${id} ${block}` },
  );

  async function readHolders(id: Bytes32, view: ChainEventView): Promise<DtfHolders> {
    const [{ supply, nav }, held] = await Promise.all([
      states.load({ id, block: view.head }),
      balances.read(view, id),
    ]);
    let unattributed = supply;
    const holders = Array.from(held, ([address, { shares, since }]): DtfHolderRow => {
      unattributed -= shares;
      return {
        address,
        shares: String(shares),
        sharePct: supply === 0n ? null : weiToNumber((shares * 100n * oneEther) / supply),
        valueUsd: nav === 0n ? null : weiToNumber((shares * nav) / oneEther),
        since,
      };
    });
    return { holders, unattributedShares: String(unattributed) };
  }

  return {
    /** Returns when and where a DTF was registered; null when the contract has no event of that. */
    creation: (id: Bytes32) =>
      requestCache.read<{ readonly block: number; readonly time: UnixSeconds } | null>(
        'chain',
        `creation ${id}`,
        async (signal) => {
          const view = await readView(signal);
          const [created] = view.newest({ subject: id, kinds: ['CREATED'] }, { limit: 1 });
          const value = created ? { block: created.block, time: created.time ?? 0 } : null;
          return { value, bytes: 100 };
        },
      ),
    events: (
      id: Bytes32,
      filter: { readonly kinds: readonly DtfEntryKind[]; readonly wallet: Address | undefined },
      { limit, before }: NewestFirstRead,
    ) =>
      requestCache.read<EventRows>(
        'chain',
        `events ${id} ${JSON.stringify([filter, limit, before])}`,
        async (signal) => {
          const view = await readView(signal);
          const wanted = { subject: id, ...filter };
          const below = before && { block: before.major, logIndex: before.minor };
          const rows = view.newest(wanted, { limit, before: below });
          const value = { rows, totalCount: view.count(wanted) };
          return { value, bytes: (rows.length + 1) * entryBytes };
        },
      ),
    /** Returns all holders of a DTF; null when the contract does not know the DTF. */
    holders: (id: Bytes32) =>
      requestCache.read<DtfHolders | null>('chain', `holders ${id}`, async (signal) => {
        try {
          const value = await readHolders(id, await readView(signal));
          return { value, bytes: (value.holders.length + 1) * holderBytes };
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error;
          return { value: null, bytes: holderBytes };
        }
      }),
    /** Returns the flows of the last `days` days. */
    flows: (id: Bytes32, days: number) =>
      requestCache.read<readonly DtfFlow[]>('chain', `flows ${id} ${days}`, async (signal) => {
        const to = unixNow(clock);
        const view = await readView(signal);
        const value = await readDtfFlows(view, id, { from: to - days * 86_400, to });
        return { value, bytes: (value.length + 1) * flowBytes };
      }),
  };
}
