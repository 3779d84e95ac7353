import { BaseError, zeroAddress } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { NotFoundError, UpstreamUnavailableError } from '../../core/errors.ts';
import { type Bytes32, weiToNumber } from '../../core/units.ts';
import type { Chain } from '../../upstreams/chain.ts';
import type { Contracts } from '../../upstreams/contracts.ts';
import { aumOf } from './dialects.ts';
import type { DtfPrice } from './shapes.ts';

/**
 * Prices of DTFs from the index contract, all ids in one call: `getITPState` decoded for supply,
 * NAV and the number of assets (spec: itp-price, step 2). Each id gets its price or its own error.
 */
export type OnChainPrices = (ids: readonly Bytes32[]) => Promise<readonly (DtfPrice | Error)[]>;

/** Reads the contract named `Index` in the deployment file. */
export function createOnChainPrices(chain: Chain, contracts: Contracts): OnChainPrices {
  return async (ids) => {
    try {
      const address = await contracts.address('Index');
      const states = await chain.client.multicall({
        contracts: ids.map((id) => ({
          address,
          abi: indexAbi,
          functionName: 'getITPState' as const,
          args: [id] as const,
        })),
        deployless: true,
      });
      return states.map((state, position) => priceOf(ids[position] as Bytes32, state));
    } catch (cause) {
      return ids.map(() => unavailable(cause));
    }
  };
}

type State =
  | {
      readonly status: 'success';
      readonly result: readonly [
        creator: string,
        totalSupply: bigint,
        nav: bigint,
        assets: readonly string[],
        ...unknown[],
      ];
    }
  | { readonly status: 'failure'; readonly error: Error };

function priceOf(id: Bytes32, state: State): DtfPrice | Error {
  if (state.status === 'failure') {
    // A contract that refuses the id knows no such DTF; anything else is the chain's failure.
    const refused =
      state.error instanceof BaseError &&
      state.error.walk((error) => (error as Error).name === 'ContractFunctionRevertedError');
    return refused ? new NotFoundError(`DTF ${id} does not exist`) : unavailable(state.error);
  }
  const [creator, supply, nav, assets] = state.result;
  if (creator === zeroAddress) return new NotFoundError(`DTF ${id} does not exist`);
  if (nav === 0n) return new UpstreamUnavailableError(`DTF ${id} has no NAV on the chain yet`);
  return {
    itp_id: id,
    nav: nav.toString(),
    nav_display: weiToNumber(nav),
    assets_priced: assets.length,
    assets_total: assets.length,
    aum_usd: aumOf(supply, nav),
    total_supply: supply.toString(),
    source: 'onchain',
  };
}

function unavailable(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError('neither the data node nor the chain has the price', {
    cause,
  });
}
