import { ContractFunctionExecutionError, ContractFunctionRevertedError, zeroAddress } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { NotFoundError, UpstreamUnavailableError } from '../../lib/errors.ts';
import { type Bytes32, weiToNumber } from '../../lib/units.ts';
import type { ContractAddresses } from '../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../upstreams/evm-chain.ts';
import type { DtfPrice } from './schema.ts';
import { computeAum } from './upstream-schema.ts';

/**
 * Reads the prices of DTFs from the index contract in one call; each id yields a price or an error.
 */
export type ReadOnChainPrices = (
  ids: readonly Bytes32[],
  signal: AbortSignal,
) => Promise<readonly (DtfPrice | Error)[]>;

const stateOf = 'getITPState' as const;

/** Creates the reader for the contract named `Index` in the deployment file. */
export function createOnChainPrices(
  chain: EvmChainClients,
  contracts: ContractAddresses,
): ReadOnChainPrices {
  return async (ids, signal) => {
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
    return isRefused(state.error)
      ? new NotFoundError(`DTF ${id} does not exist`)
      : unavailable(state.error);
  }
  const [creator, supply, nav, assets] = state.result;
  if (creator === zeroAddress) return new NotFoundError(`DTF ${id} does not exist`);
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
}

/**
 * Whether `getITPState` reverted, so the contract does not know the id. The function name is
 * checked because viem also reports a revert of the enclosing multicall.
 */
function isRefused(error: Error): boolean {
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
