import { ContractFunctionExecutionError, ContractFunctionRevertedError, zeroAddress } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { NotFoundError, UpstreamUnavailableError } from '../../lib/errors.ts';
import type { Address, Bytes32 } from '../../lib/units.ts';
import type { ContractAddressLookup } from '../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../upstreams/evm-chain.ts';

const stateOf = 'getITPState' as const;

/** What the contract `Index` knows of a DTF; amounts in wei. */
export type OnChainDtfState = {
  readonly creator: Address;
  readonly supply: bigint;
  readonly nav: bigint;
  readonly assetCount: number;
};

export type ReadOnChainStates = ReturnType<typeof createOnChainStates>;

/**
 * Creates a function that reads the states of DTFs in one call, from the contract named `Index` in
 * the deployment file, at a block or the latest one; each id yields a state or an error.
 */
export function createOnChainStates(chain: EvmChainClients, contracts: ContractAddressLookup) {
  return async (
    ids: readonly Bytes32[],
    signal: AbortSignal,
    blockNumber?: bigint,
  ): Promise<readonly (OnChainDtfState | Error)[]> => {
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
        ...(blockNumber === undefined ? {} : { blockNumber }),
      });
      return ids.map((id, position) => {
        const state = states[position];
        if (!state?.result) {
          return isRefused(state?.error) ? unknown(id) : createChainReadError(state?.error);
        }
        const [creator, supply, nav, assets] = state.result;
        if (creator === zeroAddress) return unknown(id);
        return { creator: creator as Address, supply, nav, assetCount: assets.length };
      });
    } catch (cause) {
      return ids.map(() => createChainReadError(cause));
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

/** Creates the error of a chain that could not be read. */
export function createChainReadError(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError('the chain could not be read; try again later', { cause });
}
