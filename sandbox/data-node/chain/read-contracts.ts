import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { multicall3Abi } from '../../../generated/abi/multicall3.ts';
import type { RpcClient } from './rpc-client.ts';

/** A call of one view function. */
export type ContractRead = {
  readonly address: Address;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args: readonly unknown[];
};

/**
 * Calls several view functions at one block in one request, through Multicall3.
 *
 * @returns decoded results in the order of the reads; null for a call that reverted.
 * @throws {RpcError} the chain does not respond.
 */
export async function readContracts(
  rpc: RpcClient,
  multicall3: Address,
  reads: readonly ContractRead[],
): Promise<readonly unknown[]> {
  const calls = reads.map(({ address, abi, functionName, args }) => ({
    target: address,
    allowFailure: true,
    callData: encodeFunctionData({ abi, functionName, args }),
  }));
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
  });
  const response = (await rpc.call('eth_call', [{ to: multicall3, data }, 'latest'])) as Hex;
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: response,
  });
  return results.map(({ success, returnData }, position) => {
    const read = reads[position];
    if (!success || read === undefined) return null;
    const { abi, functionName } = read;
    return decodeFunctionResult({ abi, functionName, data: returnData });
  });
}
