import { type Address, encodeFunctionData, getContract, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { multicall3Abi } from '../../../generated/abi/multicall3.ts';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import {
  type ContractTestChain,
  describeRevert,
  startContractTestChain,
} from '../testing/contract-test-chain.ts';

let testChain: ContractTestChain;
let address: Address;
let usdc: Address;
beforeAll(async () => {
  testChain = await startContractTestChain();
  address = await testChain.deploy('multicall3', multicall3Abi);
  usdc = await testChain.deploy('usdc18', usdc18Abi);
}, 30_000);
afterAll(() => testChain[Symbol.asyncDispose]());

test('default: viem batches reads through it, and one that fails fails alone', async () => {
  const erc20 = { address: usdc, abi: usdc18Abi } as const;
  const missing = {
    address: usdc,
    abi: parseAbi(['function nav() view returns (uint256)']),
  } as const;
  const results = await testChain.client.multicall({
    multicallAddress: address,
    contracts: [
      { ...erc20, functionName: 'symbol' },
      { ...missing, functionName: 'nav' },
      { ...erc20, functionName: 'decimals' },
    ],
  });
  expect(results.map((result) => result.result)).toEqual(['USDC', undefined, 18]);
  expect(results.map((result) => result.status)).toEqual(['success', 'failure', 'success']);
});

test('error: a failure that is not allowed fails all, naming the call', async () => {
  const multicall = getContract({ address, abi: multicall3Abi, client: testChain.client });
  const callData = encodeFunctionData({ abi: usdc18Abi, functionName: 'totalSupply' });
  const good = { target: usdc, allowFailure: false, callData };
  const bad = { target: usdc, allowFailure: false, callData: '0x01020304' as const };
  expect(await describeRevert(multicall.simulate.aggregate3([[good, bad]]))).toBe('CallFailed(1)');
});

test('behavior: it returns what the chain has', async () => {
  const { read } = getContract({ address, abi: multicall3Abi, client: testChain.client });
  const { deployer } = testChain.chain.accounts;
  const block = await testChain.client.getBlock();
  expect(await read.getChainId()).toBe(31_337n);
  expect(await read.getBlockNumber()).toBeGreaterThanOrEqual(block.number);
  expect(await read.getCurrentBlockTimestamp()).toBeGreaterThanOrEqual(block.timestamp);
  const balance = await testChain.client.getBalance({ address: deployer });
  expect(await read.getEthBalance([deployer])).toBe(balance);
});
