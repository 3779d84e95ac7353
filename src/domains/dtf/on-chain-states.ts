import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  type PublicClient,
  RpcRequestError,
  zeroAddress,
} from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { NotFoundError, UpstreamUnavailableError } from '../../lib/errors.ts';
import type { Address, Bytes32 } from '../../lib/units.ts';
import type { ContractAddressLookup } from '../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../upstreams/evm-chain.ts';
import { findMulticall3 } from '../../upstreams/index.ts';

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
 * the deployment file, at a block or the latest one; each id yields a state or an error. A node that
 * refuses the call gets it in halves: without the contract `MULTICALL3` a response is limited to the
 * size of a contract's code, 24 kB.
 */
export function createOnChainStates(chain: EvmChainClients, contracts: ContractAddressLookup) {
  async function readStates(
    client: PublicClient,
    ids: readonly Bytes32[],
    at: { readonly address: Address; readonly options: object },
  ): Promise<readonly (OnChainDtfState | Error)[]> {
    const { address, options } = at;
    const states = await client.multicall({
      contracts: ids.map((id) => ({
        address,
        abi: indexAbi,
        functionName: stateOf,
        args: [id] as const,
      })),
      ...options,
    });
    const isTooMuch = ({ error }: { readonly error?: Error | undefined }) =>
      isRpcError(error) && !isRefused(error);
    if (ids.length > 1 && states.some(isTooMuch)) {
      const middle = Math.ceil(ids.length / 2);
      const halves = [ids.slice(0, middle), ids.slice(middle)];
      return (await Promise.all(halves.map((half) => readStates(client, half, at)))).flat();
    }
    return ids.map((id, position) => {
      const state = states[position];
      if (!state?.result) {
        return isRefused(state?.error) ? unknown(id) : createChainReadError(state?.error);
      }
      const [creator, supply, nav, assets] = state.result;
      if (creator === zeroAddress) return unknown(id);
      return { creator: creator as Address, supply, nav, assetCount: assets.length };
    });
  }

  return async (
    ids: readonly Bytes32[],
    signal: AbortSignal,
    blockNumber?: bigint,
  ): Promise<readonly (OnChainDtfState | Error)[]> => {
    try {
      const [address, multicallAddress] = await Promise.all([
        contracts.address('Index'),
        findMulticall3(contracts),
      ]);
      const options = {
        ...(multicallAddress === undefined ? { deployless: true } : { multicallAddress }),
        ...(blockNumber === undefined ? {} : { blockNumber }),
      };
      return await readStates(chain.clientFor(signal), ids, { address, options });
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

/** Whether the node answered with an error. */
const isRpcError = (error: Error | undefined): boolean =>
  error instanceof BaseError && error.walk((one) => one instanceof RpcRequestError) !== null;

/** Creates the error of a chain that could not be read. */
export function createChainReadError(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError('the chain could not be read; try again later', { cause });
}
