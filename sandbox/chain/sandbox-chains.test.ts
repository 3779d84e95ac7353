import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createPublicClient, getContract, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { lendingAbi } from '../../generated/abi/lending.ts';
import { settlementUsdcAbi } from '../../generated/abi/settlement-usdc.ts';
import { usdc18Abi } from '../../generated/abi/usdc18.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadHistory } from '../world/load-history.ts';
import { computeTradeTime, planFunds } from '../world/plan-funds.ts';
import { deriveAssetAddress } from './deploy/l3-contracts.ts';
import { type SandboxChains, startSandboxChains } from './sandbox-chains.ts';
import { createFundNavs } from './seed/fund-navs.ts';

const history = loadHistory({ seed: 20_200_101, endDate: '2021-12-31' });
const plan = planFunds(history);
const navs = createFundNavs(plan, createLivePrices({ history, now: Date.now }).priceAt);
const problems: string[] = [];
let directory: string;
let chains: SandboxChains;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chains-'));
  chains = await startSandboxChains({
    history,
    plan,
    navs,
    ports: { l3: 0, settlement: 0 },
    deploymentsDir: directory,
    stateDir: directory,
    log: (message) => problems.push(message),
  });
}, 60_000);
afterAll(async () => {
  await chains?.close();
  await rm(directory, { recursive: true });
});

const l3 = () => createPublicClient({ transport: http(chains.l3.url) });
const settlement = () => createPublicClient({ transport: http(chains.settlement.url) });
const addressOf = (name: string) => chains.record.contracts[name] as Address;
const index = () => getContract({ address: addressOf('Index'), abi: indexAbi, client: l3() });

test('default: every fund of the plan is registered as planned', async () => {
  expect(await index().read.getItpCount()).toBe(BigInt(plan.funds.length));
  for (const fund of plan.funds) {
    const [creator, , nav, assets, weights, quantities] = await index().read.getITPState([fund.id]);
    expect(creator).toBe(chains.l3.accounts.wallets[fund.creator]);
    expect(nav).toBeGreaterThan(0n);
    const columns = fund.assets.map((column) =>
      deriveAssetAddress(history.assets[column]?.id ?? ''),
    );
    expect(assets.map((asset) => asset.toLowerCase())).toEqual(columns);
    expect([weights, quantities]).toEqual([fund.weights, fund.quantities]);
  }
});

test('default: funds have the texts of the plan, and some have none', async () => {
  const read = await Promise.all(plan.funds.map((fund) => index().read.getItpMetadata([fund.id])));
  expect(read.map(([name, symbol, , , ...texts]) => [name, symbol, ...texts])).toEqual(
    plan.funds.map(({ name, symbol, texts }) => {
      const { description = '', websiteUrl = '', videoUrl = '', imageUrl = '' } = texts ?? {};
      return [name, symbol, description, websiteUrl, videoUrl, imageUrl];
    }),
  );
  expect(plan.funds.some(({ texts }) => texts === null)).toBe(true);
});

test('default: every trade of the plan stands at its time, at the NAV of that time', async () => {
  const all = { address: addressOf('Index'), fromBlock: 'earliest' } as const;
  const [minted, redeemed] = await Promise.all([
    l3().getContractEvents({ ...all, abi: indexAbi, eventName: 'Minted', strict: true }),
    l3().getContractEvents({ ...all, abi: indexAbi, eventName: 'Redeemed', strict: true }),
  ]);
  const blocks = await Promise.all(
    [...minted, ...redeemed].map((log) => l3().getBlock({ blockNumber: log.blockNumber })),
  );
  const found = [...minted, ...redeemed].map(({ eventName, args }, i) => {
    const time = Number(blocks[i]?.timestamp);
    const { itpId, account, shares, pricePerShare } = args;
    return [time, eventName, itpId, account, shares, pricePerShare].join(' ');
  });
  const planned = plan.trades.map((trade) => {
    const ms = computeTradeTime(history, trade);
    const eventName = trade.kind === 'mint' ? 'Minted' : 'Redeemed';
    const account = chains.l3.accounts.wallets[trade.wallet];
    const nav = navs.navAt(trade.fund, ms);
    return [ms / 1000, eventName, plan.funds[trade.fund]?.id, account, trade.shares, nav].join(' ');
  });
  const missing = planned.filter((line) => !found.includes(line));
  expect(missing).toEqual([]);
  // The chain has more shares than the plan: borrowers buy shares to pledge them.
  const pledges = await l3().getContractEvents({
    address: addressOf('LENDING'),
    fromBlock: 'earliest',
    abi: lendingAbi,
    eventName: 'SupplyCollateral',
  });
  expect(pledges.length).toBeGreaterThan(3);
  expect(found.length).toBe(planned.length + pledges.length);
});

test('behavior: there is a lending market for every fund, and some wallet has debt', async () => {
  const lending = getContract({ address: addressOf('LENDING'), abi: lendingAbi, client: l3() });
  expect(await lending.read.marketCount()).toBe(BigInt(plan.funds.length));
  const firstFund = plan.funds[0]?.id as Hex;
  expect(await lending.read.marketOf([firstFund])).toBe(addressOf('MARKET_ID'));
  const ids = await Promise.all(plan.funds.map((_, i) => lending.read.marketIds([BigInt(i)])));
  const markets = await Promise.all(ids.map((id) => lending.read.market([id])));
  const owed = markets.map(([, , assets]) => assets);
  expect(owed.filter((assets) => assets > 0n).length).toBeGreaterThan(2);
});

test('behavior: every wallet is left with money on both chains', async () => {
  const l3Usdc = { address: addressOf('L3_WUSDC'), abi: usdc18Abi } as const;
  const otherUsdc = { address: addressOf('SETTLEMENT_USDC'), abi: settlementUsdcAbi } as const;
  for (const wallet of chains.l3.accounts.wallets) {
    const read = { functionName: 'balanceOf', args: [wallet] } as const;
    expect(await l3().readContract({ ...l3Usdc, ...read })).toBeGreaterThanOrEqual(10n ** 22n);
    expect(await settlement().readContract({ ...otherUsdc, ...read })).toBe(25_000n * 10n ** 6n);
    expect(await l3().getBalance({ address: wallet })).toBeGreaterThan(10n ** 22n);
    expect(await settlement().getBalance({ address: wallet })).toBeGreaterThan(10n ** 22n);
  }
});

test('behavior: time goes on from now, and NAVs with it', async () => {
  const id = plan.funds[0]?.id as Hex;
  const [first, before] = [await l3().getBlock(), await index().read.navOf([id])];
  expect(Math.abs(Date.now() / 1000 - Number(first.timestamp))).toBeLessThan(10);
  await expect
    .poll(() => index().read.navOf([id]), { timeout: 15_000, interval: 200 })
    .not.toBe(before);
  const other = await settlement().getBlock();
  await expect
    .poll(() => settlement().getBlockNumber({ cacheTime: 0 }), { timeout: 8_000 })
    .toBeGreaterThan(other.number);
  expect(problems).toEqual([]);
});

test('behavior: an account without a known key cannot be impersonated', async () => {
  const from = '0x000000000000000000000000000000000000dEaD';
  const send = chains.l3.rpc.call('eth_sendTransaction', [{ from, to: from, gas: '0x5208' }]);
  await expect(send).rejects.toThrow('No Signer');
});

test('behavior: the committed fallback names the same chains and addresses', async () => {
  const path = join(import.meta.dirname, '../../deployments/public/deployment.json');
  const written = await readFile(join(directory, 'active-deployment.json'), 'utf8');
  // If a change of addresses is intended, commit the new deployments/active-deployment.json, which
  // is the fallback.
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(JSON.parse(written));
});
