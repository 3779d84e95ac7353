import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  keccak256,
  multicall3Abi,
  numberToHex,
  parseEther,
  zeroAddress,
} from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import type { SuccessResponse } from '../faulty-upstream.ts';
import { itpId, wallet } from './data-node-responses.ts';

/** NAV and supply as the contract tells them: other than the data node's. */
export const onChainNav = parseEther('10.5');

/** What the chain answers to a call for the states of so many DTFs. */
export function encodeDtfState(
  nav: bigint,
  count = 1,
  creator: Hex = wallet,
  supply = parseEther('100'),
): Hex {
  const state = encodeFunctionResult({
    abi: indexAbi,
    functionName: 'getITPState',
    result: [creator, supply, nav, [wallet, wallet], [1n, 1n], [1n, 1n]],
  });
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: Array.from({ length: count }, () => ({ success: true, returnData: state })),
  });
}

const block = {
  number: '0x1',
  hash: `0x${'11'.repeat(32)}`,
  baseFeePerGas: '0x1',
  timestamp: '0x1',
};

const fund = itpId as Hex;
const minted = parseEther('100');

/** Logs of the DTF's creation, and of one mint with its transfer, all in block 1. */
const logs = [
  {
    topics: encodeEventTopics({
      abi: indexAbi,
      eventName: 'ItpCreated',
      args: { itpId: fund, creator: wallet },
    }),
    data: encodeAbiParameters(
      ['string', 'string', 'address[]', 'uint256[]', 'uint256[]'].map((type) => ({ type })),
      ['Blue', 'BLUE', [wallet], [1n], [1n]],
    ),
  },
  {
    topics: encodeEventTopics({
      abi: indexAbi,
      eventName: 'Transfer',
      args: { sender: zeroAddress, receiver: wallet, id: BigInt(fund) },
    }),
    data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [wallet, minted]),
  },
  {
    topics: encodeEventTopics({
      abi: indexAbi,
      eventName: 'Minted',
      args: { itpId: fund, account: wallet },
    }),
    data: encodeAbiParameters(
      ['uint256', 'uint256', 'uint256', 'uint256'].map((type) => ({ type })),
      [minted, parseEther('10'), parseEther('1000'), parseEther('1')],
    ),
  },
].map((log, index) => ({
  ...log,
  ...{
    address: wallet,
    blockNumber: '0x1',
    blockHash: block.hash,
    blockTimestamp: block.timestamp,
  },
  ...{ transactionHash: block.hash, transactionIndex: '0x0', logIndex: numberToHex(index) },
  removed: false,
}));

/** A chain that has one DTF and takes every transaction at once. */
export function createChainResponder(chainId: number): (body: string) => SuccessResponse {
  let sent = 0;
  const results: Readonly<Record<string, (params: readonly never[]) => unknown>> = {
    eth_chainId: () => numberToHex(chainId),
    eth_call: () => encodeDtfState(onChainNav),
    eth_getBlockByNumber: () => block,
    eth_getTransactionCount: () => numberToHex(sent),
    eth_getBalance: () => numberToHex(parseEther('1000')),
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_estimateGas: () => '0x5208',
    eth_sendRawTransaction: ([raw]) => {
      sent += 1;
      return keccak256(raw as unknown as `0x${string}`);
    },
    eth_getTransactionReceipt: () => ({ status: '0x1' }),
    eth_getTransactionByHash: () => ({}),
    eth_blockNumber: () => '0x2',
    eth_getLogs: () => logs,
  };
  return (body) => {
    const call = JSON.parse(body || '{}') as { id?: number; method?: string; params?: never[] };
    const result = results[call.method ?? ''];
    const response = result
      ? { result: result(call.params ?? []) }
      : { error: { code: -32_601, message: 'no such method' } };
    return { body: JSON.stringify({ jsonrpc: '2.0', id: call.id ?? null, ...response }) };
  };
}
