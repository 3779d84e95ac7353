import { ContractFunctionExecutionError, ContractFunctionRevertedError, zeroAddress } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { NotFoundError, UpstreamUnavailableError } from '../../lib/errors.ts';
import { type Bytes32, weiToNumber } from '../../lib/units.ts';
import type { ContractAddressLookup } from '../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../upstreams/evm-chain.ts';
import type { DtfPrice } from './schema.ts';
import { computeAum } from './upstream-schema.ts';

const stateOf = 'getITPState' as const;

export type ReadOnChainPrices = ReturnType<typeof createOnChainPrices>;

/**
 * Creates a function that reads the prices of DTFs in one call, from the contract named `Index` in
 * the deployment file; each id yields a price or an error.
 */
export function createOnChainPrices(chain: EvmChainClients, contracts: ContractAddressLookup) {
  return async (
    ids: readonly Bytes32[],
    signal: AbortSignal,
  ): Promise<readonly (DtfPrice | Error)[]> => {
    try {
      const address = await contracts.address('Index');
      const states = await chain.clientFor(signal).multicall({
        contracts: ids.map((id) => ({
          address,
          abi: indexAbi,
          functionName: stateOf,
          args: [id] as const,
        })),
        deployless: true,
      });
      return ids.map((id, position) => {
        const state = states[position];
        if (!state?.result) {
          return isRefused(state?.error) ? unknown(id) : unavailable(state?.error);
        }
        const [creator, supply, nav, assets] = state.result;
        if (creator === zeroAddress) return unknown(id);
        return {
          itp_id: id,
          nav: nav.toString(),
          nav_display: weiToNumber(nav),
          assets_priced: assets.length,
          assets_total: assets.length,
          aum_usd: computeAum(supply, nav),
          total_supply: supply.toString(),
          source: 'onchain',
        };
      });
    } catch (cause) {
      return ids.map(() => unavailable(cause));
    }
  };
}

const unknown = (id: Bytes32) => new NotFoundError(`DTF ${id} does not exist`);

/**
 * Whether `getITPState` reverted, so the contract does not know the id. The function name is
 * checked because viem also reports a revert of the enclosing multicall.
 */
function isRefused(error: Error | undefined): boolean {
  return (
    error instanceof ContractFunctionExecutionError &&
    error.functionName === stateOf &&
    error.cause instanceof ContractFunctionRevertedError
  );
}

function unavailable(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError('neither the data node nor the chain has the price', {
    cause,
  });
}
