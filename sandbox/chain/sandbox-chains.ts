import { mkdir } from 'node:fs/promises';
import { toHex } from 'viem';
import type { MarketHistory } from '../world/market-history.ts';
import type { FundsPlan } from '../world/plan-funds.ts';
import type { Scenario } from '../world/scenario.ts';
import { firstWalletIndex } from './accounts.ts';
import { chainExtensions } from './deploy/chain-extensions.ts';
import { deployL3Contracts } from './deploy/l3-contracts.ts';
import { deploySettlementContracts } from './deploy/settlement-contracts.ts';
import { type DeploymentRecord, writeDeploymentFiles } from './deployment-files.ts';
import { liquidateUnsafeLoans } from './liquidator.ts';
import { setNavs, startNavKeeper } from './nav-keeper.ts';
import { playChainScenario } from './play-chain-scenario.ts';
import { type SandboxChain, startSandboxChain } from './sandbox-chain.ts';
import type { FundNavs } from './seed/fund-navs.ts';
import { planFundSeedSteps } from './seed/fund-seed-steps.ts';
import { planLoanSeedSteps } from './seed/loan-seed-steps.ts';
import { addUsdcFunding, mineSeedBlocks } from './seed/mine-seed-blocks.ts';
import { planLoans } from './seed/plan-loans.ts';

/** Inputs of both chains. */
export type SandboxChainsOptions = {
  readonly history: MarketHistory;
  readonly plan: FundsPlan;
  readonly navs: FundNavs;
  /** Factor by which the world runs faster than real time; default 1. */
  readonly speed?: number;
  /** The event that the world plays; none if absent. */
  readonly scenario?: Scenario | null;
  /** 0 selects any free port. */
  readonly ports: { readonly l3: number; readonly settlement: number };
  readonly deploymentsDir: string;
  /** Folder in which the sandbox's processes store their state. */
  readonly stateDir: string;
  /** Receives errors that occur after the start. */
  readonly log: (message: string) => void;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
};

/** Both running chains. */
export type SandboxChains = {
  readonly l3: SandboxChain;
  readonly settlement: SandboxChain;
  readonly record: DeploymentRecord;
  /** Size of the L3 chain's written past. */
  readonly written: { readonly blocks: number; readonly transactions: number };
  /** Resolves with the reason when a chain exits before `close` is called. */
  readonly failed: Promise<Error>;
  /** Stops both chains; resolves when both processes have exited. */
  readonly close: () => Promise<void>;
};

/** Chain ids. Clients rely on these values. */
export const chainIds = { l3: 111_222_333, settlement: 14_601 } as const;

const secondsADay = 86_400;
const blockTime = 60;
const keeperInterval = 3_000;
/** Native coins from which the USDC contract pays gas to a million new wallets, wei. */
const gasMoney = toHex(10n ** 24n);

/**
 * Starts both chains, deploys the contracts, and replays the history of funds, trades and loans up
 * to the present, each at its own time. Then the chains run in real time, and a keeper updates the
 * NAVs.
 *
 * @throws {Error} a chain did not start, or a transaction of the history failed; both chains are
 * then stopped.
 */
export async function startSandboxChains(options: SandboxChainsOptions): Promise<SandboxChains> {
  const opened = new AsyncDisposableStack();
  try {
    return await openChains(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openChains(
  options: SandboxChainsOptions,
  opened: AsyncDisposableStack,
): Promise<SandboxChains> {
  const { plan, history, navs, signal, log } = options;
  const genesisTime = genesisOf(options);
  const start = async (name: keyof typeof chainIds) => {
    const chain = await startSandboxChain({
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
  // The faucet pays gas on the settlement chain only; on L3 the USDC contract pays gas to new
  // wallets.
  await rpc.call('anvil_setBalance', [contracts.usdc, gasMoney]);
  await setNavs({ rpc, account, index, navs });
  // A scenario opens its loan for the first wallet in the first market.
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

/** Returns the genesis time: one day before the first fund. */
function genesisOf({ history, plan }: SandboxChainsOptions): number {
  const firstDay = plan.funds[0]?.createdDay ?? 0;
  return (history.firstDay + firstDay - 1) * secondsADay;
}

/** Waits for both promises even if one rejects, so that the result of the other can be closed. */
async function settleBoth<One>(first: Promise<One>, second: Promise<One>): Promise<[One, One]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'rejected') throw a.reason;
  if (b.status === 'rejected') throw b.reason;
  return [a.value, b.value];
}
