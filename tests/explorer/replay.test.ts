import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeResponses } from '../support/change-responses.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { asFixed, partOf, readCells, readDownload, readFigures } from '../support/page-parts.ts';

type Replay = {
  readonly total: string;
  readonly fee: string;
  readonly winRate: number | null;
  readonly ticksPlayed: number;
  readonly ticks: readonly {
    readonly tickId: number;
    readonly pnl: string;
    readonly cumulative: string;
    readonly hits: number;
    readonly decided: number;
    readonly markets: number;
  }[];
};

type TickPools = {
  readonly tickId: number;
  readonly outcomes: {
    readonly edges: readonly {
      readonly node: {
        readonly startPrice: number;
        readonly endPrice: number;
        readonly pools: {
          readonly upStake: string;
          readonly downStake: string;
          readonly upPlayers: number;
          readonly downPlayers: number;
        } | null;
      };
    }[];
  };
};

type PlayedTick = {
  readonly batchId: number;
  readonly tickId: number;
  readonly profit: string;
  readonly hits: number;
  readonly decided: number;
};

const batchId = '10';

const asUsdc = (wei: string) => asFixed(Number(wei) / 1e18, 2);
const asFee = (wei: string) => {
  const fee = Number(wei) / 1e18;
  return fee > 0 && fee < 0.005 ? '<0.01' : asFixed(fee, 2);
};
const asPercent = (fraction: number | null) =>
  fraction === null ? '–' : `${(fraction * 100).toFixed(2)} %`;

/** Expects the interval and the chance of what was right, computed from their definitions. */
function expectFindings(findings: readonly string[], { ticks }: Replay): void {
  const n = ticks.reduce((sum, { decided }) => sum + decided, 0);
  const hits = ticks.reduce((sum, tick) => sum + tick.hits, 0);
  // The bounds solve |p − hits / n| = z · √(p (1 − p) / n).
  const z = 1.959963984540054;
  const [a, b, c] = [n + z ** 2, -(2 * hits + z ** 2), hits ** 2 / n];
  const root = Math.sqrt(b ** 2 - 4 * a * c);
  const bounds = [(-b - root) / (2 * a), (-b + root) / (2 * a)].map(asPercent);
  expect(findings[1]).toContain(
    `Right in ${asPercent(hits / n)} of ${n} predictions; 95 % interval ${bounds.join(' to ')}`,
  );
  // Heads of n coins, coin by coin.
  let heads = [1];
  for (let coin = 0; coin < n; coin += 1) {
    heads = [...heads, 0].map((same, at) => (same + (heads[at - 1] ?? 0)) / 2);
  }
  const chance = heads.slice(hits).reduce((sum, probability) => sum + probability, 0);
  const said = /with a probability of ([<>]?)([\d.]+) %/.exec(findings[2] ?? '');
  if (said?.[1] === '<') expect(chance).toBeLessThan(0.0001);
  else if (said?.[1] === '>') expect(chance).toBeGreaterThan(0.9999);
  else expect(Number(said?.[2])).toBeCloseTo(100 * chance, 1);
}

describe.skipIf(chromiumPath === null)('the replay of a batch in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  /** Reads what the page shows of a replay once it is there. */
  async function readShown(page: Page) {
    const part = partOf(page, 'Replay of real ticks');
    const table = part.getByRole('region', { name: 'Replayed ticks' });
    await table.getByRole('row').nth(1).waitFor();
    return {
      ticks: await readCells(table),
      figures: await readFigures(part),
      note: await part.locator('.stat-note').first().textContent(),
      findings: await part.locator('.findings li').allTextContents(),
    };
  }

  /** Replays by the API on exactly the ticks that the page shows, whichever were settled since. */
  async function askFor(
    shown: { readonly ticks: readonly (readonly string[])[] },
    strategy: string,
  ): Promise<Replay> {
    const { data } = await explorer.gateway.query<{ replayBitmap: Replay }>(
      `query ($from: Int!, $to: Int!, $stake: Wei!) {
        replayBitmap(batchId: "${batchId}", ${strategy}, from: $from, to: $to, stakePerTick: $stake) {
          total fee winRate ticksPlayed
          ticks { tickId pnl cumulative hits decided markets }
        }
      }`,
      {
        from: Number(shown.ticks.at(-1)?.[0]),
        to: Number(shown.ticks[0]?.[0]),
        stake: '200000000000000000',
      },
    );
    return data.replayBitmap;
  }

  async function expectSame(page: Page, strategy: string): Promise<void> {
    const shown = await readShown(page);
    const replay = await askFor(shown, strategy);
    expect(shown.ticks).toEqual(
      replay.ticks
        .map(({ tickId, pnl, cumulative, hits, markets }) => [
          String(tickId),
          `${hits} of ${markets}`,
          asUsdc(pnl),
          asUsdc(cumulative),
        ])
        .toReversed(),
    );
    const staked = 0.2 * replay.ticks.reduce((sum, { markets }) => sum + markets, 0);
    const [profit = '', gain = '', ...figures] = shown.figures;
    expect(profit.replace('+', '')).toBe(`${asUsdc(replay.total)} USDC`);
    const expected = (100 * Number(replay.total)) / 1e18 / staked;
    expect(Number(/-?[\d.]+/.exec(gain)?.[0])).toBeCloseTo(expected, 1);
    expect(figures).toEqual([`${asFee(replay.fee)} USDC`, asPercent(replay.winRate)]);
    expect(shown.note).toBe(`over ${replay.ticksPlayed} real ticks`);
    expectFindings(shown.findings, replay);
  }

  test('default: predictions and rules are replayed on real ticks, beside the pseudo-random ones', async () => {
    // A replay needs ticks that are settled and revealed.
    await expect
      .poll(
        async () => {
          const { data } = await explorer.gateway.query<{ replayBitmap: Replay | null }>(
            `{ replayBitmap(batchId: "${batchId}", bitmap: "0x00") { ticksPlayed } }`,
          );
          return data.replayBitmap?.ticksPlayed ?? 0;
        },
        { timeout: 100_000, interval: 1000 },
      )
      .toBeGreaterThan(3);
    const { page, problems } = await explorer.open(`/markets/${batchId}`);
    // Without predictions of the user a rule is replayed.
    const strategy = page.getByLabel('Strategy');
    expect(await strategy.inputValue()).toBe('MOMENTUM');
    const backtests = page.getByRole('button', { name: 'Backtest predictions' });
    expect(await backtests.isEnabled()).toBe(false);
    // The reader chooses what is replayed: predictions of today know what came after the past ticks.
    await page.getByRole('button', { name: 'Follow 24 h change' }).click();
    await page.getByText(/^\d+ up, \d+ down$/).waitFor();
    await page.getByRole('button', { name: 'All down' }).click();
    await expect.poll(() => backtests.isEnabled()).toBe(true);
    expect(await strategy.inputValue()).toBe('MOMENTUM');
    await strategy.selectOption('PREDICTIONS');
    await page.getByText(/replayed on past ticks, they have the benefit of hindsight/).waitFor();
    const stake = page.getByRole('textbox', { name: 'USDC on each market' });
    const replay = page.getByRole('button', { name: 'Replay', exact: true });
    await stake.fill('0');
    await page.getByText('A decimal number above 0, such as 0.1').waitFor();
    expect(await replay.isEnabled()).toBe(false);
    await stake.fill('0.2');
    const first = page.getByRole('textbox', { name: 'First tick' });
    const last = page.getByRole('textbox', { name: 'Last tick' });
    await first.fill('1.5');
    await page.getByText('First tick must be the number of a tick, or empty').waitFor();
    expect(await replay.isEnabled()).toBe(false);
    await first.fill('2');
    await last.fill('1');
    await page.getByText('Last tick must not be before First tick').waitFor();
    expect(await replay.isEnabled()).toBe(false);
    await first.fill('1');
    await last.fill('2');
    await replay.click();
    await expect
      .poll(async () => (await readShown(page)).ticks.map(([tick]) => tick))
      .toEqual(['2', '1']);
    await expectSame(page, 'bitmap: "0x00"');
    await first.fill('');
    await last.fill('');
    await replay.click();
    await expect.poll(async () => (await readShown(page)).ticks.length).toBeGreaterThan(2);
    await expectSame(page, 'bitmap: "0x00"');
    await page
      .getByRole('img', { name: 'Profit of the replay up to each tick and by tick' })
      .waitFor();

    await strategy.selectOption('MOMENTUM');
    const lookback = page.getByRole('textbox', { name: 'Look-back in ticks' });
    await lookback.fill('51');
    await page.getByText('A whole number from 1 to 50').waitFor();
    expect(await replay.isEnabled()).toBe(false);
    await lookback.fill('2');
    const answered = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('"MOMENTUM"')),
    );
    await replay.click();
    await answered;
    await expect
      .poll(async () => {
        const { ticks } = await readShown(page);
        const rule = await askFor({ ticks }, 'rule: { kind: MOMENTUM, lookback: 2 }');
        return (
          ticks.map(([, , pnl]) => pnl).join() ===
          rule.ticks
            .map(({ pnl }) => asUsdc(pnl))
            .toReversed()
            .join()
        );
      })
      .toBe(true);
    await expectSame(page, 'rule: { kind: MOMENTUM, lookback: 2 }');
    const csv = page.getByRole('button', { name: 'CSV of Replayed ticks' });
    const lines = await readDownload(page, csv);
    expect(lines[0]).toBe('tick,right,markets,profit_usdc,total_usdc');
    // A loss is a number, not a formula.
    for (const line of lines.slice(1)) expect(line).toMatch(/^\d+,\d+,\d+(,-?\d+(\.\d+)?){2}$/);

    await backtests.click();
    const { data } = await explorer.gateway.query<{ backtestBitmap: { winRate: number } }>(
      `{ backtestBitmap(batchId: "${batchId}", bitmap: "0x0000000000") { winRate } }`,
    );
    const backtest = partOf(page, 'Backtest on pseudo-random ticks');
    await backtest.getByText(asPercent(data.backtestBitmap.winRate), { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: an opened tick shows its pools with their players, and only values that are known', async () => {
    const { page, problems } = await explorer.open(`/markets/${batchId}`);
    const { data } = await explorer.gateway.query<{
      batch: { ticks: { edges: { node: TickPools }[] } };
    }>(
      `{ batch(id: "${batchId}") { ticks(first: 8) { edges { node {
        tickId
        outcomes(first: 1) { edges { node { startPrice endPrice pools { upStake downStake upPlayers downPlayers } } } }
      } } } } }`,
    );
    const tick = data.batch.ticks.edges
      .map(({ node }) => node)
      .find(({ outcomes }) => outcomes.edges[0]?.node.pools != null);
    const pools = tick?.outcomes.edges[0]?.node.pools;
    if (!tick || !pools) throw new Error('no tick is revealed');
    const open = page.getByRole('button', {
      name: `Open details of tick ${tick.tickId}`,
      exact: true,
    });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql*', async (route) => {
      if (route.request().postData()?.includes('TickResults') === true) await held;
      await route.fallback();
    });
    await open.click();
    const detail = page.getByRole('region', { name: `Tick ${tick.tickId}`, exact: true });
    // It is in the row below its own.
    await page
      .locator('tr:has(button[aria-expanded=true]) + tr')
      .getByRole('region', { name: `Tick ${tick.tickId}`, exact: true })
      .waitFor();
    await detail.getByText(/^Signed by oracles? \d.* A quorum is 2 of 3\./).waitFor();
    const outcomes = detail.getByRole('region', { name: 'Outcomes of the tick' });
    const cell = async (name: string) => {
      const heads = await outcomes.getByRole('columnheader').allTextContents();
      const cells = await outcomes.locator('tbody tr').first().locator('td').allTextContents();
      return cells[heads.indexOf(name)];
    };
    const asPool = (stake: string, players: number) =>
      `${asUsdc(stake)} ${players} ${players === 1 ? 'player' : 'players'}`;
    await outcomes.getByRole('cell').first().waitFor();
    expect(await cell('USDC on UP')).toBe(asPool(pools.upStake, pools.upPlayers));
    expect(await cell('USDC on DOWN')).toBe(asPool(pools.downStake, pools.downPlayers));
    const asValue = (value?: number) =>
      value?.toLocaleString('en-US', { maximumSignificantDigits: 8 });
    expect(await cell('Start, USD')).toBe(asValue(tick.outcomes.edges[0]?.node.startPrice));
    expect(await cell('End, USD')).toBe(asValue(tick.outcomes.edges[0]?.node.endPrice));
    expect(await detail.getByText(/not proved/).count()).toBe(0);

    // What the tick brought its players is theirs by the record of each.
    const players = detail.getByRole('region', { name: 'Players of the tick' });
    await players.getByText('loading…').first().waitFor();
    // The page says once that predictions are sent as a bitmap.
    expect((await page.getByRole('main').innerText()).match(/bitmaps?/gi)).toEqual(['bitmap']);
    release();
    await expect
      .poll(async () =>
        (await readCells(players)).every(([, , , result]) => /USDC/.test(result ?? '')),
      )
      .toBe(true);
    for (const [name = '', right, , result = ''] of await readCells(players)) {
      const address = await players.getByRole('link', { name }).getAttribute('title');
      const { data: record } = await explorer.gateway.query<{
        predictionPlayer: { ticks: PlayedTick[] };
      }>(
        `{ predictionPlayer(address: "${address}", ticks: 50) {
          ticks { batchId tickId profit hits decided }
        } }`,
      );
      const played = record.predictionPlayer.ticks.find(
        ({ batchId: batch, tickId }) => String(batch) === batchId && tickId === tick.tickId,
      );
      expect(right).toBe(`${played?.hits} of ${played?.decided}`);
      const profit = Number(played?.profit) / 1e18;
      expect(Number(/-?<?[\d.]+/.exec(result)?.[0].replace('<', ''))).toBeCloseTo(profit, 1);
    }

    await changeResponses(page, 'TickDetail', {
      text: (text) =>
        text
          .replaceAll(/"endPrice":[\d.]+/g, '"endPrice":null')
          .replaceAll('"isComplete":true', '"isComplete":false'),
    });
    await page.reload();
    await open.click();
    await outcomes.getByRole('columnheader', { name: 'Start, USD' }).waitFor();
    expect(await outcomes.getByRole('columnheader', { name: 'End, USD' }).count()).toBe(0);
    await detail.getByText(/not proved: balances of players have changed since/).waitFor();
    await changeResponses(page, 'TickDetail', {
      text: (text) =>
        text
          .replaceAll('"isComplete":true', '"isComplete":false')
          .replaceAll('"unknownStakes":0', '"unknownStakes":1'),
    });
    await page.reload();
    await open.click();
    await detail.getByText(/not proved: players have left, and their stakes/).waitFor();
    await changeResponses(page, 'TickDetail', {
      text: (text) =>
        text
          .replaceAll('"isComplete":true', '"isComplete":false')
          .replaceAll('"unexplainedMatched":"0"', '"unexplainedMatched":null'),
    });
    await page.reload();
    await open.click();
    await detail.getByText(/not proved: the oracle does not state how much was matched/).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a replay on unproved pools says why, and markets have one name', async () => {
    const { page, problems } = await explorer.open('/status');
    await changeResponses(page, 'Replay', {
      text: (text) => text.replace('"isComplete":true', '"isComplete":false'),
    });
    await page.goto(`${explorer.gateway.url}/markets/${batchId}`);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page
      .getByText('The pools of some ticks are not proved: balances of players have changed since')
      .waitFor();
    const builder = partOf(page, 'Markets and your predictions').locator('tbody .ticker');
    const statistics = partOf(page, 'Statistics');
    await statistics.getByText('One-sided').waitFor();
    const shown = await builder.count();
    for (const part of ['Markets and your predictions', 'Statistics'])
      await partOf(page, part).getByRole('button', { name: 'Show all 40' }).click();
    const names = await builder.allTextContents();
    expect(names.length).toBeGreaterThan(shown);
    const listed = (await readCells(statistics)).map(([name = '']) => name);
    expect(listed.toSorted()).toEqual(names.toSorted());
    const [, , fees = ''] = await readFigures(statistics);
    expect(fees).not.toBe('0.00 USDC');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
