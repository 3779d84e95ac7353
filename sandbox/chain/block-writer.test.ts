import { encodeFunctionData } from 'viem';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { usdc18Abi } from '../../generated/abi/usdc18.ts';
import { contractBytecode } from './artifacts.ts';
import { createContractDeployer } from './deploy/contract-deployer.ts';
import { type SandboxChain, startSandboxChain } from './sandbox-chain.ts';

const genesisTime = 1_600_000_000;
let chain: SandboxChain;
beforeEach(async () => {
  await chain?.close();
  chain = await startSandboxChain({ chainId: 31_337, port: 0, genesisTime, accounts: 14 });
}, 30_000);
afterAll(() => chain.close());

test('default: blocks stand at the times given, with the transactions added', async () => {
  const { writer, accounts, rpc } = chain;
  const [from] = accounts.wallets;
  if (from === undefined) throw new Error('there are no wallets');
  expect(writer.add({ from, to: accounts.keeper })).toBe(0);
  expect(writer.add({ from, to: accounts.keeper })).toBe(1);
  await writer.mine(genesisTime + 86_400);
  await writer.mine(genesisTime + 86_401);
  expect(writer.lastTime()).toBe(genesisTime + 86_401);
  expect(await writer.verify()).toEqual({ blocks: 2, transactions: 2 });
  const block = await rpc.call('eth_getBlockByNumber', ['0x1', false]);
  expect(block).toMatchObject({ timestamp: `0x${(genesisTime + 86_400).toString(16)}` });
});

test('behavior: first ones come first, whichever was added before', async () => {
  const { writer, accounts, rpc } = chain;
  for (const from of accounts.wallets) writer.add({ from, to: from });
  writer.add({ from: accounts.keeper, to: accounts.keeper, first: true });
  await writer.mine(genesisTime + 1);
  const block = await rpc.call('eth_getBlockByNumber', ['0x1', true]);
  expect(block).toMatchObject({
    transactions: [{ from: accounts.keeper.toLowerCase() }, {}, {}, {}, {}],
  });
});

test('error: a transaction that reverted is reported with its block and reason', async () => {
  const { writer, accounts } = chain;
  const usdc = createContractDeployer(writer, accounts.deployer)(contractBytecode.usdc18);
  await writer.mine(genesisTime + 1);
  const args = [accounts.keeper, 1n] as const;
  const data = encodeFunctionData({ abi: usdc18Abi, functionName: 'mint', args });
  writer.add({ from: accounts.keeper, to: usdc, data });
  await writer.mine(genesisTime + 2);
  // Unauthorized()
  await expect(writer.verify()).rejects.toThrow('in block 2 reverted with 0x82b42900');
});

test('error: a transaction that was never mined is missed', async () => {
  const { writer, accounts, rpc } = chain;
  const [from, stranger] = accounts.wallets;
  if (from === undefined || stranger === undefined) throw new Error('there are no wallets');
  // Uses the nonce that the writer expects for its next transaction.
  await rpc.call('eth_sendTransaction', [
    { from, to: from, gas: '0x5208', gasPrice: '0x1bf08eb00' },
  ]);
  writer.add({ from: stranger, to: from });
  await writer.mine(genesisTime + 1);
  await expect(writer.verify()).rejects.toThrow('1 transactions were sent, but 2 were mined');
});
