import { text } from 'node:stream/consumers';
import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  toFunctionSelector,
} from 'viem';
import { startUpstream } from './gateway.ts';
import { createChainResponder } from './world/chain-responses.ts';

/** One call of a view function. */
export type ContractCall = { readonly target: Hex; readonly callData: Hex };

/**
 * A node of a chain whose contracts return what a test says, and have no other function. It refuses
 * more than `most` calls at once.
 */
export async function startContractNode(options: {
  /** The data that a call returns; undefined if it reverts. */
  readonly resultOf: (call: ContractCall) => Hex | undefined;
  readonly most?: number;
  readonly isDown?: boolean;
}) {
  const { resultOf, most = 100, isDown = false } = options;
  const calls: Hex[][] = [];
  const respondToOthers = createChainResponder(1337);
  const respond = (data: string): object => {
    // The bytecode of the contract, which may come first, has the selector too.
    const at = data.lastIndexOf(toFunctionSelector('aggregate3((address,bool,bytes)[])').slice(2));
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: `0x${data.slice(at)}` });
    const [batch] = (args ?? [[]]) as readonly [readonly ContractCall[]];
    calls.push(batch.map(({ callData }) => callData));
    if (batch.length > most) return { error: { code: -32_000, message: 'max code size exceeded' } };
    const result = batch.map((call) => {
      const returnData = resultOf(call);
      return { success: returnData !== undefined, returnData: returnData ?? ('0x' as const) };
    });
    return {
      result: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }),
    };
  };
  const node = await startUpstream(async (request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    const body = await text(request);
    const { id, method, params } = JSON.parse(body);
    response.setHeader('content-type', 'application/json');
    response.end(
      method === 'eth_call'
        ? JSON.stringify({ jsonrpc: '2.0', id, ...respond(params[0].data) })
        : respondToOthers(body).body,
    );
  });
  return { ...node, calls: calls as readonly (readonly Hex[])[] };
}
