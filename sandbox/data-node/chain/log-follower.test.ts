import { type Address, type Hex, parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import {
  type ContractTestChain,
  createCallOptions,
  startContractTestChain,
} from '../../chain/testing/contract-test-chain.ts';
import { createLogFollower } from './log-follower.ts';
import { createRpcClient, type RpcClient, RpcError } from './rpc-client.ts';

let testChain: ContractTestChain;
let usdc: Address;
beforeAll(async () => {
  testChain = await startContractTestChain();
  usdc = await testChain.deploy('usdc18', usdc18Abi);
}, 30_000);
afterAll(() => testChain[Symbol.asyncDispose]());

function mint(amount: bigint): Promise<bigint> {
  const { deployer } = testChain.chain.accounts;
  const call = {
    address: usdc,
    abi: usdc18Abi,
    functionName: 'mint',
    ...createCallOptions(deployer),
  } as const;
  return testChain.waitUntilMined(
    testChain.client.writeContract({ ...call, args: [deployer, amount], chain: null }),
  );
}

const rightAway = () => createRpcClient(testChain.chain.url, new AbortController().signal);

/**
 * Creates a follower that records what it receives: the minted amounts, and `reset` when the chain
 * changes.
 */
function follow(rpc: RpcClient = rightAway()) {
  const seen: (bigint | 'reset')[] = [];
  const times: number[] = [];
  const follower = createLogFollower({
    rpc,
    readAddresses: async () => [usdc],
    onReset: () => void seen.push('reset'),
    onLogs(logs) {
      for (const { log, at } of logs) {
        const raw = [log as never];
        for (const { args } of parseEventLogs({
          abi: usdc18Abi,
          eventName: 'Transfer',
          logs: raw,
        })) {
          seen.push(Object.values(args).find((value) => typeof value === 'bigint') ?? 0n);
          times.push(at);
        }
      }
    },
  });
  return { follower, seen, times };
}

test('default: every log is handed over once, in order, with the time of its block', async () => {
  const { follower, seen, times } = follow();
  const first = await mint(1n);
  await follower.sync();
  const second = await mint(2n);
  await mint(3n);
  const head = await follower.sync();
  await follower.sync();
  expect(seen).toEqual(['reset', 1n, 2n, 3n]);
  expect(times.slice(0, 2)).toEqual([Number(first), Number(second)]);
  expect(head.number).toBe(Number(await testChain.client.getBlockNumber()));
});

test('behavior: a chain that went back is read anew', async () => {
  const { follower, seen } = follow();
  const request = testChain.client.request as (call: {
    readonly method: string;
    readonly params: readonly unknown[];
  }) => Promise<Hex>;
  await follower.sync();
  const known = seen.slice();
  const snapshot = await request({ method: 'evm_snapshot', params: [] });
  await mint(10n);
  await follower.sync();
  expect(seen).toEqual([...known, 10n]);
  await request({ method: 'evm_revert', params: [snapshot] });
  await mint(20n);
  await mint(30n);
  await follower.sync();
  expect(seen.slice(seen.lastIndexOf('reset'))).toEqual([...known, 20n, 30n]);
});

test('behavior: what was missed while the chain was down comes with the next sync', async () => {
  const rpc = rightAway();
  let isDown = false;
  const { follower, seen } = follow({
    call: (method, params) =>
      isDown && method === 'eth_getLogs'
        ? Promise.reject(new RpcError('down'))
        : rpc.call(method, params),
  });
  await follower.sync();
  const known = seen.slice();
  await mint(40n);
  isDown = true;
  await expect(follower.sync()).rejects.toThrow(RpcError);
  isDown = false;
  await mint(50n);
  await follower.sync();
  expect(seen).toEqual([...known, 40n, 50n]);
});

test('error: a chain that does not respond is an RpcError', async () => {
  const nobody = createRpcClient('http://127.0.0.1:1', new AbortController().signal);
  await expect(nobody.call('eth_blockNumber', [])).rejects.toThrow(RpcError);
});
