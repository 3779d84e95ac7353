import { UpstreamUnavailableError } from '../../lib/errors.ts';
import { type Bytes32, weiToNumber } from '../../lib/units.ts';
import type { OnChainDtfState, ReadOnChainStates } from './on-chain-states.ts';
import type { DtfPrice } from './schema.ts';
import { computeAum } from './upstream-schema.ts';

export type ReadOnChainPrices = ReturnType<typeof createOnChainPrices>;

/** Creates a function that reads the prices of DTFs in one call; each id yields a price or an error. */
export function createOnChainPrices(readStates: ReadOnChainStates) {
  return async (
    ids: readonly Bytes32[],
    signal: AbortSignal,
  ): Promise<readonly (DtfPrice | Error)[]> => {
    const states = await readStates(ids, signal);
    return ids.map((id, position) => toPrice(id, states[position]));
  };
}

function toPrice(id: Bytes32, state: OnChainDtfState | Error | undefined): DtfPrice | Error {
  if (state === undefined || state instanceof UpstreamUnavailableError) {
    return new UpstreamUnavailableError('neither the data node nor the chain has the price', {
      cause: state,
    });
  }
  if (state instanceof Error) return state;
  const { nav, supply, assetCount } = state;
  return {
    itp_id: id,
    nav: nav.toString(),
    nav_display: weiToNumber(nav),
    assets_priced: assetCount,
    assets_total: assetCount,
    aum_usd: computeAum(supply, nav),
    total_supply: supply.toString(),
    source: 'onchain',
  };
}
