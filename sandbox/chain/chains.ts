import { mkdir } from 'node:fs/promises';
import { toHex } from 'viem';
import type { MarketHistory } from '../world/market-history.ts';
import type { FundsPlan } from '../world/plan-funds.ts';
import type { Scenario } from '../world/scenario.ts';
import { firstWalletIndex } from './accounts.ts';
import { type Chain, startChain } from './chain.ts';
import { chainExtensions } from './deploy/chain-extensions.ts';
import { deployL3Contracts } from './deploy/l3-contracts.ts';
import { deploySettlementContracts } from './deploy/settlement-contracts.ts';
import { type DeploymentRecord, writeDeploymentFiles } from './deployment-files.ts';
import { liquidateUnsafeLoans } from './liquidator.ts';
import { setNavs, startNavKeeper } from './nav-keeper.ts';
import { playChainScenario } from './play-chain-scenario.ts';
import type { FundNavs } from './seed/fund-navs.ts';
import { planFundSeedSteps } from './seed/fund-seed-steps.ts';
import { planLoanSeedSteps } from './seed/loan-seed-steps.ts';
import { addUsdcFunding, mineSeedBlocks } from './seed/mine-seed-blocks.ts';
import { planLoans } from './seed/plan-loans.ts';

/** What the two chains are made from. */
export type ChainsOptions = {
  readonly history: MarketHistory;
  readonly plan: FundsPlan;
  readonly navs: FundNavs;
  /** How much faster than real time the world runs; default: 1. */
  readonly speed?: number;
  /** The event that the world plays; absent: none. */
  readonly scenario?: Scenario | null;
  /** 0: any free port. */
  readonly ports: { readonly l3: number; readonly settlement: number };
  readonly deploymentsDir: string;
  /** Where the parts of this world keep what is theirs alone. */
  readonly stateDir: string;
  /** Takes what goes wrong later on. */
  readonly log: (message: string) => void;
  /** Stops the start. */
  readonly signal?: AbortSignal;
};

/** The two chains of the world, alive. */
export type Chains = {
  readonly l3: Chain;
  readonly settlement: Chain;
  readonly record: DeploymentRecord;
  /** Size of the L3 chain's past. */
  readonly written: { readonly blocks: number; readonly transactions: number };
  /** Settles with the reason when a chain exited without being closed. */
  readonly failed: Promise<Error>;
  /** Ends both chains; nothing of them is left when it settles. */
  readonly close: () => Promise<void>;
};

/** Chain ids, which clients know. */
export const chainIds = { l3: 111_222_333, settlement: 14_601 } as const;

const secondsADay = 86_400;
const blockTime = 60;
const keeperInterval = 3_000;
/** Native coins for a million newcomers, wei. */
const gasMoney = toHex(10n ** 24n);

/**
 * Starts both chains, deploys the contracts, replays the history of funds, trades and loans up to the
 * present at its own times, and goes on in real time with a keeper that moves the NAVs.
 *
 * @throws {Error} a chain did not start or a transaction of the history failed; nothing is left.
 */
export async function startChains(options: ChainsOptions): Promise<Chains> {
  const opened = new AsyncDisposableStack();
  try {
    return await openChains(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openChains(options: ChainsOptions, opened: AsyncDisposableStack): Promise<Chains> {
  const { plan, history, navs, signal, log } = options;
  const genesisTime = genesisOf(options);
  const start = async (name: keyof typeof chainIds) => {
    const chain = await startChain({
      chainId: chainIds[name],
      port: options.ports[name],
      genesisTime,
      accounts: firstWalletIndex + plan.walletCount,
      ...(signal === undefined ? {} : { signal }),
    });
    opened.defer(chain.close);
    return chain;
  };
  const [l3, settlement] = await settleBoth(start('l3'), start('settlement'));
  const { accounts, writer, rpc } = l3;

  const settlementContracts = deploySettlementContracts(settlement.writer, settlement.accounts);
  await settlement.writer.mine(genesisTime + blockTime);
  await settlement.writer.verify();
  await settlement.goLive();

  const ids = plan.funds.map((fund) => fund.id);
  const deployment = deployL3Contracts(writer, accounts, ids);
  const timestamp = genesisTime + blockTime;
  await writer.mine(timestamp);
  const { contracts } = deployment;
  const { index } = contracts;
  const { wallets, keeper: account } = accounts;
  const loans = planLoans(history, plan, navs);
  const planned = [
    ...planFundSeedSteps({ history, plan, navs, index, wallets }),
    ...planLoanSeedSteps(loans, { plan, accounts, deployment }),
  ];
  const latest = Math.floor(Date.now() / 1000) - blockTime;
  const steps = planned.filter(({ time }) => time < latest);
  const past = { writer, plan, accounts, contracts, steps, ...(signal ? { signal } : {}) };
  addUsdcFunding(past);
  await writer.mine(timestamp + blockTime);
  await mineSeedBlocks(past);
  const named = { ...deployment.named, ...settlementContracts };
  const { deploymentsDir, stateDir, speed = 1 } = options;
  const present = Math.max(Math.floor(Date.now() / 1000), writer.lastTime() + blockTime);
  await mkdir(stateDir, { recursive: true });
  for (const extra of chainExtensions) {
    signal?.throwIfAborted();
    const worldOptions = { history, speed, stateDir, chainId: chainIds.l3 };
    await extra.populate?.({ writer, present, accounts, contracts: named, ...worldOptions });
  }
  await l3.goLive();
  const written = await writer.verify();
  // The faucet drips gas on the settlement chain alone: here the token gives newcomers theirs.
  await rpc.call('anvil_setBalance', [contracts.usdc, gasMoney]);
  await setNavs({ rpc, account, index, navs });
  // A scenario's loan is of the first wallet in the first market.
  const borrowers = [{ wallet: 0, fund: 0 }, ...loans].flatMap(({ wallet, fund }) => {
    const market = deployment.markets[fund];
    const address = wallets[wallet];
    return market && address ? [{ marketId: market.id, wallet: address }] : [];
  });
  const [firstMarket] = deployment.markets;
  const [firstFund] = plan.funds;
  const borrower = wallets[0] ?? accounts.lender;
  const { lending } = contracts;
  const keeper = startNavKeeper({
    rpc,
    account,
    index,
    navs,
    interval: keeperInterval,
    log,
    afterNavs: () =>
      liquidateUnsafeLoans({ rpc, lending, account: accounts.liquidator, borrowers }),
  });
  opened.defer(keeper.stop);
  const { scenario = null } = options;
  if (scenario !== null && firstFund && firstMarket) {
    const playing = new AbortController();
    opened.defer(() => playing.abort());
    playChainScenario({
      rpc,
      scenario,
      contracts: named,
      chainId: chainIds.l3,
      history,
      speed,
      borrower,
      fund: { itpId: firstFund.id, marketId: firstMarket.id, nav: () => navs.navAt(0, Date.now()) },
      signal: playing.signal,
    }).catch((error: unknown) => {
      if (!playing.signal.aborted) log(`scenario ${scenario.name}: ${error}`);
    });
  }

  const record = {
    chainId: chainIds.l3,
    settlementChainId: chainIds.settlement,
    deployer: accounts.deployer,
    timestamp,
    contracts: named,
  };
  await writeDeploymentFiles(deploymentsDir, record);
  signal?.throwIfAborted();
  const failed = Promise.race([
    l3.exited.then(() => new Error('the L3 chain ended')),
    settlement.exited.then(() => new Error('the settlement chain ended')),
  ]);
  return { l3, settlement, record, written, failed, close: () => opened.disposeAsync() };
}

/** Both chains begin a day before the first fund. */
function genesisOf({ history, plan }: ChainsOptions): number {
  const firstDay = plan.funds[0]?.createdDay ?? 0;
  return (history.firstDay + firstDay - 1) * secondsADay;
}

/** Waits for both even when one fails, so that what the other one opened can be closed. */
async function settleBoth<One>(first: Promise<One>, second: Promise<One>): Promise<[One, One]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'rejected') throw a.reason;
  if (b.status === 'rejected') throw b.reason;
  return [a.value, b.value];
}
