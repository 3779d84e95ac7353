import { createPublicClient, http, parseEther, parseGwei } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFaucet, type Faucet } from '../../src/domains/infra/faucet/faucet.ts';
import {
  openPayoutLedger,
  type PayoutLedger,
} from '../../src/domains/infra/faucet/payout-ledger.ts';
import {
  createFaucetWalletRpc,
  type FaucetWalletRpc,
} from '../../src/domains/infra/faucet/wallet-rpc.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  type FaucetChains,
  faucetAccount,
  pollEventually,
  startFaucetChains,
} from '../support/faucet-chains.ts';
import { randomAddress } from '../support/random-address.ts';

let chains: FaucetChains;
let ledger: PayoutLedger;
let faucet: Faucet;
let now = Date.now();
let isSettlementDown = false;
const clock = { now: () => now };

/**
 * A chain that has mined what it takes, unless mining is off: anvil answers before that, and the
 * faucet looks for a receipt only once here.
 */
function connect(name: 'L3_RPC_URL' | 'SETTLEMENT_RPC_URL'): FaucetWalletRpc {
  const transport = http(chains.env[name], { retryCount: 0 });
  const chain = createFaucetWalletRpc(createPublicClient({ transport }));
  const node = name === 'L3_RPC_URL' ? chains.l3 : chains.settlement;
  return {
    ...chain,
    identify: async () => {
      if (isSettlementDown && node === chains.settlement) throw new Error('the node is down');
      return chain.identify();
    },
    broadcast: async (raw, hash) => {
      const broadcast = await chain.broadcast(raw, hash);
      if (broadcast === 'accepted' && (await node.getAutomine())) {
        await pollEventually(() => chain.outcome(hash)).not.toBeNull();
      }
      return broadcast;
    },
  };
}

beforeEach(async () => {
  now = Date.now();
  isSettlementDown = false;
  chains = await startFaucetChains();
  ledger = openPayoutLedger(':memory:', clock);
  faucet = createFaucet({
    account: faucetAccount,
    l3: () => connect('L3_RPC_URL'),
    settlement: () => connect('SETTLEMENT_RPC_URL'),
    ledger,
    limits: { clientPerMinute: 1000, addressPerHour: 1000, totalPerHour: 1000 },
    clock,
    log: createLog('silent'),
    findDeploymentByFileName: async () => ({
      token: chains.token,
      l3ChainId: 111_222_333,
      settlementChainId: 14_601,
    }),
    receiptLimit: 0,
  });
});
afterEach(async () => {
  await faucet.close();
  ledger.close();
  await chains[Symbol.asyncDispose]();
});

const caller = {
  address: '192.0.2.1',
  signal: new AbortController().signal,
  requestIds: { requestId: 'r', traceId: 't' },
};
const pay = (recipient: `0x${string}`, wantsGas = false) =>
  faucet.pay({ recipient, amount: parseEther('1'), wantsGas }, caller);
const mined = () => chains.l3.mine({ blocks: 1 });

test('error: no receipt in time is a failure, the payment stays tracked and is what asking again gives', async () => {
  const recipient = randomAddress();
  await chains.l3.setAutomine(false);
  await expect(pay(recipient)).rejects.toThrow('transaction failed');
  await expect(pay(recipient)).rejects.toThrow('transaction failed');
  await mined();
  const { usdc } = await pay(recipient);
  expect((await chains.l3.getTransactionReceipt({ hash: usdc.hash })).status).toBe('success');
  expect(await chains.usdcOf(recipient)).toBe(parseEther('1'));
});

test('error: a drip without receipt says so; asking again gives both payments, not new ones', async () => {
  const recipient = randomAddress();
  await chains.settlement.setAutomine(false);
  const first = await pay(recipient, true);
  expect(first.gas).toEqual({ error: 'the transfer is not confirmed yet' });
  await chains.settlement.mine({ blocks: 1 });
  const again = await pay(recipient, true);
  expect(again.usdc).toEqual(first.usdc);
  expect(again.gas).toMatchObject({ amount: '0.5 S' });
  expect(await chains.usdcOf(recipient)).toBe(parseEther('1'));
  expect(await chains.settlement.getBalance({ address: recipient })).toBe(parseEther('0.5'));
});

test('error: a gas payment in progress has not failed when its chain cannot be called', async () => {
  const recipient = randomAddress();
  await chains.settlement.setAutomine(false);
  const first = await pay(recipient, true);
  isSettlementDown = true;
  now += 11_000;
  expect(await pay(recipient, true)).toEqual(first);
  expect(first.gas).toEqual({ error: 'the transfer is not confirmed yet' });
  isSettlementDown = false;
  await chains.settlement.mine({ blocks: 1 });
  const again = await pay(recipient, true);
  expect(again.usdc).toEqual(first.usdc);
  expect(again.gas).toMatchObject({ amount: '0.5 S' });
  await chains.settlement.mine({ blocks: 1 });
  expect(await chains.settlement.getBalance({ address: recipient })).toBe(parseEther('0.5'));
});

test('behavior: a block that is undone is made good by the same bytes', async () => {
  const recipient = randomAddress();
  const snapshot = await chains.l3.snapshot();
  const { usdc } = await pay(recipient);
  await chains.l3.revert({ id: snapshot });
  expect(await chains.usdcOf(recipient)).toBe(0n);
  await faucet.reconcile();
  await pollEventually(() => chains.usdcOf(recipient)).toBe(parseEther('1'));
  expect(await chains.l3.getTransactionReceipt({ hash: usdc.hash })).toBeDefined();
});

test('behavior: a client that disconnects while its response is written is not paid again', async () => {
  const request = { recipient: randomAddress(), amount: parseEther('1'), wantsGas: false };
  const left = new AbortController();
  const first = await faucet.pay(request, { ...caller, signal: left.signal });
  const again = faucet.pay(request, caller);
  left.abort();
  expect((await again).usdc.hash).toBe(first.usdc.hash);
  expect((await faucet.pay(request, caller)).usdc.hash).not.toBe(first.usdc.hash);
  expect(await chains.usdcOf(request.recipient)).toBe(parseEther('2'));
});

test('behavior: a payment that has stood for half a minute is not looked at any more', async () => {
  await pay(randomAddress());
  const identity = await connect('L3_RPC_URL').identify();
  const key = `${identity.chainId}:${identity.genesis}`;
  expect(ledger.unsettled(key, faucetAccount.address)).toHaveLength(1);
  await faucet.reconcile();
  now += 31_000;
  await faucet.reconcile();
  expect(ledger.unsettled(key, faucetAccount.address)).toEqual([]);
});

test('behavior: a result that no client received is kept for a day', async () => {
  const recipient = randomAddress();
  await chains.l3.setAutomine(false);
  await expect(pay(recipient)).rejects.toThrow();
  await mined();
  await chains.l3.setAutomine(true);
  now += 25 * 3_600_000;
  await pay(recipient);
  expect(await chains.usdcOf(recipient)).toBe(parseEther('2'));
});

describe('a payment that no block takes', () => {
  /** A payment below what blocks have come to ask for; resolves to who is to get it. */
  async function payTooLittle() {
    const recipient = randomAddress();
    await chains.l3.setAutomine(false);
    await expect(pay(recipient)).rejects.toThrow('transaction failed');
    await chains.l3.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1000') });
    await mined();
    expect(await chains.usdcOf(recipient)).toBe(0n);
    return recipient;
  }
  const unsettled = async () => {
    const { chainId, genesis } = await connect('L3_RPC_URL').identify();
    return ledger.unsettled(`${chainId}:${genesis}`, faucetAccount.address);
  };

  test('behavior: after a minute it is offered at a higher fee, with its nonce', async () => {
    const recipient = await payTooLittle();
    const [before] = await unsettled();
    now += 59_000;
    await faucet.reconcile();
    expect(await unsettled()).toEqual([before]);
    now += 2000;
    await faucet.reconcile();
    const [after] = await unsettled();
    expect(after).toMatchObject({ nonce: before?.nonce, status: 'sent' });
    expect(after?.hash).not.toBe(before?.hash);
    await mined();
    const { usdc } = await pay(recipient);
    expect(usdc.hash).toBe(after?.hash);
    expect(await chains.usdcOf(recipient)).toBe(parseEther('1'));
    // The wallet goes on with the next nonce.
    await chains.l3.setAutomine(true);
    await pay(randomAddress());
  });

  test('behavior: the version before that lands all the same is the one that counts', async () => {
    const recipient = await payTooLittle();
    const [before] = await unsettled();
    now += 61_000;
    await faucet.reconcile();
    const [after] = await unsettled();
    if (!before || !after) throw new Error('nothing is under way');
    await chains.l3.dropTransaction({ hash: after.hash });
    await chains.l3.setNextBlockBaseFeePerGas({ baseFeePerGas: 1n });
    await chains.l3.sendRawTransaction({ serializedTransaction: before.raw });
    await mined();
    expect(await chains.usdcOf(recipient)).toBe(parseEther('1'));
    // The first look finds that the later version cannot land, the second that the earlier one has.
    await faucet.reconcile();
    await faucet.reconcile();
    const { usdc } = await pay(recipient);
    expect(usdc.hash).toBe(before.hash);
    expect(await chains.usdcOf(recipient)).toBe(parseEther('1'));
  });

  test('behavior: it is not raised for ever', async () => {
    await payTooLittle();
    // Nothing is usual enough for this chain, so each offer is a quarter higher.
    const hashes = new Set<string>();
    for (let minute = 0; minute < 12; minute += 1) {
      now += 61_000;
      await faucet.reconcile();
      for (const { hash } of await unsettled()) hashes.add(hash);
    }
    expect(hashes.size).toBe(8);
  });
});
