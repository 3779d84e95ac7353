import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createPublicClient, http, parseEventLogs } from 'viem';
import { expect, test } from 'vitest';
import { lendingAbi } from '../../generated/abi/lending.ts';
import { visionAbi } from '../../generated/abi/vision.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadHistory } from '../world/load-history.ts';
import { planFunds } from '../world/plan-funds.ts';
import { createPriceShock, type Scenario, type ScenarioName } from '../world/scenario.ts';
import { type SandboxChains, startSandboxChains } from './sandbox-chains.ts';
import { createFundNavs } from './seed/fund-navs.ts';

const history = loadHistory({ seed: 20_200_101, endDate: '2020-12-31' });
const plan = planFunds(history);

async function play(
  name: ScenarioName,
  check: (chains: SandboxChains) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'scenario-'));
  const scenario: Scenario = { name, startsAt: Date.now() + 5_000 };
  const problems: string[] = [];
  const shock = createPriceShock(scenario);
  const { priceAt } = createLivePrices({ history, now: Date.now, shock });
  const chains = await startSandboxChains({
    history,
    plan,
    navs: createFundNavs(plan, priceAt),
    scenario,
    ports: { l3: 0, settlement: 0 },
    deploymentsDir: directory,
    stateDir: directory,
    log: (message) => problems.push(message),
  });
  try {
    await check(chains);
    expect(problems).toEqual([]);
  } finally {
    await chains.close();
    await rm(directory, { recursive: true });
  }
}

const logsOf = async (chains: SandboxChains, contract: string) =>
  createPublicClient({ transport: http(chains.l3.url) }).getLogs({
    address: chains.record.contracts[contract] as Address,
    fromBlock: 'earliest',
  });

test('behavior: in the scenario "liquidation" a loan is liquidated on the chain', async () => {
  await play('liquidation', async (chains) => {
    const borrower = chains.l3.accounts.wallets[0];
    const liquidations = async () => {
      const logs = await logsOf(chains, 'LENDING');
      const events = parseEventLogs({ abi: lendingAbi, eventName: 'Liquidate', logs });
      return events.filter(({ args }) => args.borrower === borrower).length;
    };
    const before = await liquidations();
    await expect.poll(liquidations, { timeout: 60_000, interval: 500 }).toBeGreaterThan(before);
  });
}, 120_000);

test('behavior: in the scenario "pause" the oracles pause a batch', async () => {
  await play('pause', async (chains) => {
    const pauses = async () => {
      const logs = await logsOf(chains, 'Vision');
      return parseEventLogs({ abi: visionAbi, eventName: 'BatchPauseChanged', logs }).length;
    };
    const before = await pauses();
    await expect.poll(pauses, { timeout: 60_000, interval: 500 }).toBe(before + 1);
  });
}, 120_000);
