import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../../context.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import type { Bytes32, UnixSeconds } from '../../../lib/units.ts';
import type { DtfContext } from '../loaders.ts';
import {
  createChainReadError,
  createOnChainStates,
  type OnChainDtfState,
} from '../on-chain-states.ts';
import { createDtfTradingClient } from './client.ts';

export type DtfTradingLoaders = ReturnType<typeof createDtfTradingLoaders>;

/** Context of a request that the resolvers of quotes, order books and candles need. */
export type DtfTradingContext = DtfContext & Context<{ readonly dtfTrading: DtfTradingLoaders }>;

/** The state of a DTF at one block. */
export type DtfStateAtBlock = OnChainDtfState & {
  readonly block: number;
  readonly blockTime: UnixSeconds;
};

const stateBytes = 200;

/** Creates the loaders of one request: what the data node and the chain know about trading a DTF. */
export function createDtfTradingLoaders({
  requestCache,
  upstreams,
  clock,
}: Pick<LoaderDeps, 'requestCache' | 'upstreams' | 'clock'>) {
  const readStates = createOnChainStates(upstreams.l3, upstreams.contracts);

  async function readAtLatestBlock(
    ids: readonly Bytes32[],
    signal: AbortSignal,
  ): Promise<readonly (DtfStateAtBlock | Error)[]> {
    try {
      const { number, timestamp } = await upstreams.l3.clientFor(signal).getBlock();
      const states = await readStates(ids, signal, number);
      const at = { block: Number(number), blockTime: Number(timestamp) };
      return states.map((state) => (state instanceof Error ? state : { ...state, ...at }));
    } catch (cause) {
      return ids.map(() => createChainReadError(cause));
    }
  }

  /** DTFs that are requested together are read at one block, in one call. */
  const states = new DataLoader<Bytes32, DtfStateAtBlock>(
    (ids) => readAtLatestBlock(ids, requestCache.signal),
    { cache: false },
  );

  return {
    ...createDtfTradingClient({ requestCache, dataNode: upstreams.dataNode, clock }),
    /** Returns the state of a DTF in the contract; null when the contract does not know it. */
    onChainState: (id: Bytes32) =>
      requestCache.read<DtfStateAtBlock | null>('chain', `dtf ${id}`, async () => {
        try {
          return { value: await states.load(id), bytes: stateBytes };
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error;
          return { value: null, bytes: stateBytes };
        }
      }),
  };
}
