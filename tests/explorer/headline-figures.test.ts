import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { changeResponses } from '../support/change-responses.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { goToPart, readCells, showMode } from '../support/page-parts.ts';
import { createVisit } from '../support/visit-page.ts';

const strategy = 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30';

describe.skipIf(chromiumPath === null)('headline figures in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const visit = createVisit(() => explorer);

  test.each([
    ['/', 'Data node'],
    ['/backtest?runs=1', 'Backtest engine of the data node'],
    ['/backtest/1/report', 'Daily values of the data node’s backtest'],
    ['/dtf/top10/factsheet', 'Daily NAVs of the data node'],
    [`/player/${exampleWallet}`, 'Revealed ticks, by the oracles'],
    ['/status', 'Polls of the oracles'],
  ] as const)(
    'behavior: the figures of %s have source, age and a link that reads them again',
    (path, source) =>
      visit(path, async (page) => {
        const proof = page.locator('.proof-line').filter({ hasText: source });
        await proof.getByText(/^read .* ago$/).waitFor();
        const href = await proof.getByRole('link', { name: 'Verify' }).getAttribute('href');
        const { searchParams } = new URL(href ?? '', explorer.gateway.url);
        const { errors } = await explorer.gateway.query(
          searchParams.get('query') ?? '',
          JSON.parse(searchParams.get('variables') ?? '{}'),
        );
        expect(errors).toBeUndefined();
        const isRun = path.startsWith('/backtest');
        expect(await proof.getByRole('link', { name: /receipt/ }).count()).toBe(isRun ? 1 : 0);
      }),
  );

  test('behavior: the change above a NAV chart is that of what is in view, from one base', () =>
    visit('/dtf/top10?range=D30', async (page) => {
      const line = page.getByRole('img', { name: /^NAV per share, now/ });
      await line.waitFor();
      const said = page.locator('.chart-change');
      const readSince = async () =>
        /since (\w+ \d+, \d+)/.exec((await said.textContent()) ?? '')?.[1];
      const begin = await readSince();
      await page.getByRole('radio', { name: 'Candles' }).click();
      await page.getByRole('img', { name: /as candles/ }).waitFor();
      expect(await readSince(), 'line and candles begin on one day').toBe(begin);
      await page.getByRole('radio', { name: 'Line' }).click();
      const box = await line.boundingBox();
      if (box === null) throw new Error('there is no chart');
      await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 100, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => said.textContent()).toMatch(/from \w+ \d+, \d+ to \w+ \d+, \d+$/);
      // The view of the reader stays when the chart is drawn anew.
      const zoomed = await said.textContent();
      await showMode(page, 'dark');
      await showMode(page, 'light');
      expect(await said.textContent()).toBe(zoomed);
      await page.getByRole('button', { name: 'Whole range' }).click();
      await expect.poll(readSince).toBe(begin);
      await page.getByRole('radio', { name: '1D' }).click();
      await page.getByText('in 24 hours', { exact: true }).waitFor();
      const key = page.getByLabel('Key figures').locator('.stat').nth(1).locator('dd');
      await expect
        .poll(async () => (await said.textContent())?.split(' %')[0])
        .toBe((await key.textContent())?.split(' %')[0]);
      // Each asset of at least 2 % has a rectangle of its own, where a basket has several.
      await page.goto(`${explorer.gateway.url}/dtf/lend`);
      const { data } = await explorer.gateway.query<{
        dtfs: { edges: { node: { holdings: { weight: number; asset: { symbol: string } }[] } }[] };
      }>(
        '{ dtfs(first: 1, filter: { search: "LEND" }) { edges { node { holdings { weight asset { symbol } } } } } }',
      );
      const large = (data.dtfs.edges[0]?.node.holdings ?? []).filter(
        ({ weight }) => weight > 0.021,
      );
      expect(large.length).toBeGreaterThan(2);
      await goToPart(page, 'Basket');
      const names = page.locator('.treemap-cell strong');
      await names.first().waitFor();
      expect(await names.allTextContents()).toEqual(
        expect.arrayContaining(large.map(({ asset }) => asset.symbol)),
      );
    }));

  test('behavior: a player has a return on stake, an interval and a chance; ranks link to players', () =>
    visit('/markets', async (page) => {
      const ranks = page.getByRole('region', { name: 'Leaderboard' }).last();
      // A new sandbox reveals its first tick within a minute.
      await ranks.getByRole('link').first().click({ timeout: 60_000 });
      await page.waitForURL(/\/player\/0x/);
      const address = page.url().split('/').at(-1);
      const countTicks = async () => {
        const { data } = await explorer.gateway.query<{
          predictionPlayer: { ticks: readonly { decided: number }[] };
        }>(
          'query ($address: Address!) { predictionPlayer(address: $address) { ticks { decided } } }',
          {
            address,
          },
        );
        return data.predictionPlayer.ticks.length;
      };
      await expect.poll(countTicks, { timeout: 60_000 }).toBeGreaterThan(1);
      await page.reload();
      const findings = page.getByRole('region', { name: 'Skill or luck?' }).getByRole('listitem');
      await findings.first().waitFor();
      const said = (await findings.allTextContents()).join(' ');
      const [, rate, low, high] =
        /Right in ([\d.]+) % of [\d,]+ predictions?; 95 % interval ([\d.]+) % to ([\d.]+) %/.exec(
          said,
        ) ?? [];
      expect(Number(low)).toBeLessThan(Number(rate));
      expect(Number(high)).toBeGreaterThan(Number(rate));
      const verdict = '(better than|worse than|not distinguishable from) chance at 5 %';
      expect(said).toMatch(
        new RegExp(`Coin flips do as well with a probability of .*: ${verdict}`),
      );
      const [, gained, played, , lost] =
        new RegExp(
          `(\\d+) of (\\d+) ticks? ended with a profit; by chance, the probability of that is [^:]*: ${verdict}. (\\d+|None) ended with a loss`,
        ).exec(said) ?? [];
      expect(Number(gained) + (lost === 'None' ? 0 : Number(lost))).toBe(Number(played));
      const figures = page.getByLabel('Key figures');
      const readFigure = async (name: string) => {
        const rows = await readCells(page.getByRole('region', { name: 'Figures of the player' }));
        return rows.find(([figure]) => figure?.startsWith(name))?.slice(1) ?? [];
      };
      await figures.getByText(/^updated .* ago$/).waitFor();
      await figures.getByText(/^read \d+ s ago$/).waitFor();
      const [profit, earned] = await readFigure('Profit');
      const [right, , medianRight] = await readFigure('Right');
      expect(right).toBe(`${rate} %`);
      expect(medianRight).toMatch(/^[\d.]+ %$/);
      const toNumber = (text = '') => Number(text.replaceAll(/[^\d.-]/g, ''));
      const [stake] = await readFigure('Staked');
      const [gain] = await readFigure('Return');
      const expected = (100 * toNumber(profit)) / toNumber(stake);
      expect(Math.abs(toNumber(gain) - expected)).toBeLessThan(0.5);
      // The page is below the markets of the navigation.
      const nav = page.getByRole('navigation', { name: 'Pages' });
      expect(await nav.locator('[aria-current=page]').allTextContents()).toEqual(['Markets']);
      // A counted tick is one of all.
      expect(earned).toMatch(/^[+-]?<?[\d,.]+ USDC$/);
      const [counts, all] = await readFigure('Ticks');
      expect(Number(counts)).toBeGreaterThan(0);
      expect(Number(all)).toBeGreaterThanOrEqual(Number(counts));
      // The period and the ticks behind the figures, which add up to them.
      const counted = page.getByRole('region', { name: 'Counted ticks' });
      const more = page
        .locator('section', { has: counted })
        .getByRole('button', { name: /^Show all/ });
      if ((await more.count()) > 0) await more.first().click();
      const profits = (await readCells(counted)).map((cells) => toNumber(cells.at(-1)));
      const shown = page.getByRole('region', { name: 'What is counted' });
      await shown.getByText(new RegExp(`^${profits.length} ticks$`)).waitFor();
      // The size of the sample is stated before what it tells.
      const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
      expect(titles.indexOf('What is counted')).toBeLessThan(titles.indexOf('Skill or luck?'));
      expect(await shown.locator('time').count()).toBe(2);
      const sum = profits.reduce((total, one) => total + one, 0);
      const total = toNumber((await readFigure('Profit'))[0]);
      expect(Math.abs(sum - total)).toBeLessThan(0.01 * (profits.length + 1));
      // Long tables begin with some rows, and the others are a click away.
      const market = page.getByRole('region', { name: 'Accuracy by market' });
      expect((await readCells(market)).length).toBe(10);
      await page.getByRole('button', { name: 'Show all 20' }).click();
      const byMarket = await readCells(page.getByRole('region', { name: 'Accuracy by market' }));
      expect(byMarket.length).toBe(20);
      await page.getByText('The 20 with the most predictions.').waitFor();
      // A tooltip closes when its trigger is scrolled, as a click outside the view would do.
      const about = page.getByRole('button', { name: 'About Longest streak' });
      await about.scrollIntoViewIfNeeded();
      await about.click();
      await page
        .getByRole('tooltip')
        .getByText(/ticks in a row that ended with a profit/)
        .waitFor();
    }));

  test('behavior: predictions and ranks say whose they are, and of what their figures are', () =>
    visit('/markets', async (page) => {
      const revealed = page.getByRole('img', { name: /^Revealed predictions of tick/ });
      await expect
        .poll(() => revealed.locator('.right-call').count(), { timeout: 60_000 })
        .toBeGreaterThan(0);
      // Rows have names, the running tick a number, cells a legend, and batches their titles.
      await page.getByRole('heading', { name: /^Sealed, tick \d+/ }).waitFor();
      const names = page.getByRole('list', { name: /^Rows of Revealed predictions/ });
      const [first = '', ...players] = await names.getByRole('listitem').allTextContents();
      expect(first).toBe('Outcome');
      for (const player of players) expect(player).toMatch(/^0x.{4}….{4}$/);
      expect(players.length).toBeGreaterThan(0);
      const right = revealed.locator('.right-call').first();
      expect(await right.getAttribute('class')).toMatch(/ (up|down)$/);
      await page.getByRole('list', { name: 'Legend' }).getByText('said up, wrong').waitFor();
      await page.getByRole('link', { name: '#10 Forty coins, ten seconds' }).waitFor();
      await page.getByRole('columnheader', { name: 'Deposits' }).waitFor();
      const ranks = page.getByRole('region', { name: 'Leaderboard' });
      await page.getByText(/^Every tick that the oracles count, in all batches$/).waitFor();
      await page.getByText(/^updated .* ago$/).waitFor();
      for (const row of await ranks.locator('tbody tr').all()) {
        const cells = await row.locator('td').allTextContents();
        // The figures of a player without a tick would say nothing.
        if (cells[3] === '–') expect(cells.slice(2)).toEqual(['–', '–', '–', '–', '–']);
        else expect(cells.at(-1)).toMatch(/^[+-]?<?[\d,.]+ USDC$/);
      }
    }));

  test('behavior: a rule on the ticks of a player stands beside the coin, from ten ticks on', async () => {
    const tick = { __typename: 'PlayedTick', batchId: 10, hits: 6, decided: 10, isForfeit: false };
    const common = { stake: '1', profit: '1', cumulative: '1', endedAt: 1_700_000_000 };
    const ticks = Array.from({ length: 12 }, (_, tickId) => ({ ...tick, ...common, tickId }));
    const replayed = ticks.map(({ tickId }) => ({
      ...{ __typename: 'ReplayTick', tickId, hits: 8, decided: 10 },
    }));
    const { page } = await explorer.open('/status');
    let count = 9;
    await changeResponses(page, 'PlayerPage', {
      text: (body) => {
        const { data } = JSON.parse(body);
        const player = { ...data.predictionPlayer, ticks: ticks.slice(0, count) };
        return JSON.stringify({ data: { predictionPlayer: player } });
      },
    });
    await changeResponses(page, 'MomentumRule', {
      text: () =>
        JSON.stringify({ data: { replayBitmap: { __typename: 'Replay', ticks: replayed } } }),
    });
    const findings = page.getByRole('region', { name: 'Skill or luck?' });
    const rule = findings.getByText(/^Over 12 ticks of batch 10, the rule to repeat the last/);
    await page.goto(`${explorer.gateway.url}/player/${exampleWallet}`);
    await findings.getByText(/^Right in 60.00 %/).waitFor();
    expect(await rule.count()).toBe(0);
    count = 12;
    await page.reload();
    // The sentence has its place before its figures are there.
    await expect
      .poll(() => rule.textContent())
      .toContain('is right in 80.00 %, this player in 60.00 %.');
    await page.context().close();
  });

  test('default: sources are filtered, and each market has a history', () =>
    visit('/sources', async (page) => {
      const rows = page.getByRole('region', { name: 'Sources', exact: true }).locator('tbody tr');
      // The list begins with what needs a look.
      await expect.poll(() => rows.count()).toBe(25);
      await page.getByRole('button', { name: /^Show all \d+/ }).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(50);
      // What a row opens is in view, however far down the row is and however narrow the page.
      const detail = page.getByRole('complementary', { name: 'Source' });
      for (const [width, row] of [
        [1400, 40],
        [375, 30],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await rows.nth(row).getByRole('button').first().click();
        const isInView = async () => {
          const { y = -Infinity } = (await detail.boundingBox()) ?? {};
          return y > -1 && y < 800;
        };
        await expect.poll(isInView).toBe(true);
      }
      // On a phone it is the row below its own, and the same click closes it.
      const opened = page.locator('tr:has(button[aria-expanded=true]) + tr.detail-row');
      await opened.getByRole('complementary', { name: 'Source' }).waitFor();
      // It is as wide as the view, where the table is wider and scrolled as well.
      const table = page.getByRole('region', { name: 'Sources', exact: true });
      await table
        .locator('table')
        .first()
        .evaluate((one) => {
          one.style.width = '700px';
        });
      for (const left of [0, 200]) {
        await table.evaluate((one, x) => {
          one.scrollLeft = x;
        }, left);
        const place = async () => {
          const { x = -1, width = 0 } = (await opened.locator('.detail').boundingBox()) ?? {};
          return x >= 0 && x + width <= 375 && width > 280;
        };
        await expect.poll(place).toBe(true);
      }
      await opened.getByRole('columnheader', { name: 'Change 24 h' }).waitFor();
      await rows.nth(30).getByRole('button').first().click();
      await expect.poll(() => detail.count()).toBe(0);
      await page.setViewportSize({ width: 1400, height: 900 });
      await page.getByLabel('Category').selectOption('finance');
      await expect.poll(() => rows.count()).toBeLessThan(50);
      await rows.filter({ hasText: 'On time' }).first().getByRole('button').click();
      await page.getByRole('img', { name: /^History of/ }).waitFor();
      await expect.poll(() => page.url()).toContain('source=');
    }));

  test('behavior: a source is late by its own interval, which stands beside its age', () =>
    visit('/sources', async (page) => {
      const rows = page.getByRole('region', { name: 'Sources', exact: true }).locator('tbody tr');
      const { data } = await explorer.gateway.query<{ sourceList: { status: string }[] }>(
        '{ sourceList { status } }',
      );
      const countOf = (status: string) =>
        data.sourceList.filter((source) => source.status === status).length;
      // The counts are the filter, and those of states of the API are its own.
      const filter = page.getByRole('group', { name: 'Freshness' });
      const stated = { 'Not started': countOf('NOT_STARTED'), Stale: countOf('STALE'), Late: null };
      for (const name of ['Not started', 'Stale', 'Late'] as const) {
        const choice = filter.getByRole('button', { name });
        await choice.click();
        const count = Number(/\d+$/.exec((await choice.textContent()) ?? '')?.[0]);
        expect(count).toBe(stated[name] ?? count);
        await expect.poll(() => rows.filter({ hasText: name }).count()).toBe(count);
        expect(await rows.count()).toBe(count);
      }
      // What has not started comes before what is on time.
      await filter.getByRole('button', { name: 'All' }).click();
      const badges = await rows.locator('td:nth-child(3) .badge').allTextContents();
      expect(badges.lastIndexOf('Not started')).toBeLessThan(badges.indexOf('On time'));
      expect(badges.indexOf('Not started')).toBeGreaterThan(badges.lastIndexOf('Late'));
      await filter.getByRole('button', { name: 'Late' }).click();
      const late = rows.filter({ hasText: /Late/ }).first();
      const [, age = 0] = /(\d+) (?:min|h|d) ago5 min/.exec((await late.textContent()) ?? '') ?? [];
      expect(Number(age)).toBeGreaterThan(0);
      await late.getByRole('button').click();
      await page.getByText(/^Newest record .* ago, expected every 5 min$/).waitFor();
      await page.getByText(/late since .*, when it was two intervals and a minute old$/).waitFor();
      const name = (await late.getByRole('button').textContent()) ?? '';
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    }));

  test('behavior: a source that is not read has no change of the last day', () =>
    visit('/sources?source=darts', async (page) => {
      const assets = page.getByRole('region', { name: 'Assets of the source' });
      await assets.getByRole('cell').first().waitFor();
      expect(new Set((await readCells(assets)).map((cells) => cells.at(-1)))).toEqual(
        new Set(['–']),
      );
      await page.getByText(/^Newest record \d+ d ago/).waitFor();
    }));

  test('behavior: the network states failed rounds with their period, contracts have names', () =>
    visit('/status?range=D7', async (page) => {
      const failed = page
        .getByLabel('Network now')
        .getByText(/^[\d,]+ of [\d,]+ in the last 7 days$/);
      const [some = 0, all = 0] = ((await failed.textContent()) ?? '')
        .split(' of ')
        .map((text) => Number.parseInt(text.replaceAll(',', ''), 10));
      await page
        .getByLabel('Network now')
        .getByText(`${((100 * some) / all).toFixed(2)} %`, { exact: true })
        .waitFor();
      // A deployment file calls it ITP_NAV_ORACLE.
      const contract = page.getByRole('listitem').filter({ hasText: 'ITP NAV oracle' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await contract.getByRole('button', { name: 'Copy the address of ITP NAV oracle' }).click();
      await contract.getByText('Copied').waitFor();
      const address = await contract.getByTitle(/^0x/).getAttribute('title');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    }));

  test('behavior: a number that is another run here gives way to the inputs of the address', async () => {
    const { page } = await explorer.open(`/backtest?${strategy}&baseFeePct=0.7&runs=1`);
    await page.getByRole('heading', { level: 2, name: /^#\d+ Top 10 .*fee 0.7 %/ }).waitFor();
    await expect.poll(() => page.url()).not.toContain('runs=1&');
    expect(new URL(page.url()).searchParams.get('runs')).not.toBe('1');
    await page.context().close();
  });

  test('error: an invalid strategy is explained by labels, without a retry', async () => {
    const { page } = await explorer.open(`/backtest?${strategy}&topN=0`.replace('&topN=10', ''));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const text = (await alert.textContent()) ?? '';
    expect(text).toContain('“Number of coins”');
    expect(text).not.toMatch(/topN|top_n/);
    expect(await alert.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await page.context().close();
  });
});
