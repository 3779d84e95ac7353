import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeResponses } from '../support/change-responses.ts';
import { chromiumPath } from '../support/chromium.ts';
import { forwardGet } from '../support/counting-proxy.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { startUpstream } from '../support/gateway.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { partOf } from '../support/page-parts.ts';

describe.skipIf(chromiumPath === null)('the explorer in outages', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  /** The sandbox's data node, with a say in how the events of each run are passed on. */
  function startRuns(
    passOn: (run: number, events: IncomingMessage, response: ServerResponse) => void,
  ) {
    const { dataNode } = explorer.sandbox.urls;
    let runs = 0;
    return startUpstream((request, response) => {
      if (!request.url?.startsWith('/sim/run-stream')) {
        forwardGet(dataNode, request, response);
        return;
      }
      runs += 1;
      const run = runs;
      const upstream = get(dataNode + request.url, (events) => {
        response.writeHead(events.statusCode ?? 502, events.headers);
        passOn(run, events, response);
      });
      upstream.on('error', () => response.destroy());
      response.on('close', () => upstream.destroy());
    });
  }
  const rowsOf = (page: Page, name: string) =>
    page.getByRole('region', { name, exact: true }).locator('tbody tr');

  test('behavior: pages reconnect and catch up by themselves when the gateway restarts', async () => {
    await using other = await explorer.startAnother({});
    const { page } = await other.open('/');
    await rowsOf(page, 'Funds').first().waitFor();
    const live = page.getByRole('status').filter({ hasText: /^Live$/ });
    await live.waitFor();
    let readAgain: Promise<unknown> | undefined;
    await other.restart(async () => {
      await page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor();
      readAgain = page.waitForResponse(
        (response) =>
          response.ok() &&
          Boolean(response.request().postData()?.includes('"operationName":"Home"')),
      );
    });
    await live.waitFor();
    await readAgain;
    await page.locator('.flash-up, .flash-down').first().waitFor();
    await page.context().close();
  });

  test('behavior: with an upstream down, what was read stays with its age until it is back', async () => {
    let isDown = false;
    await using dataNode = await startUpstream((request, response) => {
      if (isDown) response.destroy();
      else forwardGet(explorer.sandbox.urls.dataNode, request, response);
    });
    await using other = await explorer.startAnother({ DATA_NODE_URL: dataNode.url });
    const { page } = await other.open('/');
    const funds = page.getByRole('region', { name: 'All funds' });
    const rows = rowsOf(page, 'Funds');
    await rows.first().waitFor();
    const count = await rows.count();
    const first = await rows.first().locator('.ticker').innerText();
    // A gateway without cached values shows an outage at once.
    isDown = true;
    await other.restart(async () => undefined);
    await funds.getByText(/^Parts could not be read. Data from .* ago\.$/).waitFor();
    expect(await rows.count()).toBe(count);
    expect(await rows.first().locator('.ticker').innerText()).toBe(first);
    const late = await other.open('/sources');
    await late.page.getByText('does not answer at the moment').first().waitFor();
    isDown = false;
    // Each part tries again every 10 s.
    const left = () => page.getByText('Parts could not be read').count();
    await expect.poll(left, { timeout: 30_000 }).toBe(0);
    await expect.poll(() => rowsOf(late.page, 'Sources').count()).toBeGreaterThan(20);
    await page.locator('.flash-up, .flash-down').first().waitFor();
    await page.context().close();
    await late.page.context().close();
  });

  test('behavior: incidents of the network are those of the polls, the worst first', async () => {
    const { page, problems } = await explorer.open('/status?range=D30');
    const table = page.getByRole('region', { name: 'Incidents', exact: true });
    await table.getByRole('cell').first().waitFor();
    const { data } = await explorer.gateway.query<{
      explorerHealth: { history: { polledAt: string; quorumMet: boolean }[] };
    }>('{ explorerHealth { history(range: D30) { polledAt quorumMet } } }');
    const { history } = data.explorerHealth;
    const starts = history.filter(
      ({ quorumMet }, index) => !quorumMet && history[index - 1]?.quorumMet !== false,
    );
    expect(starts.length).toBeGreaterThan(0);
    const lost = table.getByRole('row').filter({ hasText: 'No quorum' });
    const shown = await lost
      .locator('td:nth-child(2) time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    const expected = starts.map(({ polledAt }) => new Date(polledAt).toISOString()).toReversed();
    expect(shown).toEqual(expected);
    expect(await table.getByRole('row').nth(1).textContent()).toContain('No quorum');
    await page
      .getByText(`${starts.length} period${starts.length === 1 ? '' : 's'} without quorum`)
      .waitFor();
    // Failed rounds have no length: they failed within a time.
    await page.getByText(/\d+ rounds? failed outside such periods, in \d+ streaks?/).waitFor();
    await partOf(page, 'Incidents')
      .getByRole('button', { name: /^Show all/ })
      .click();
    const failures = table.getByRole('row').filter({ hasText: /^Failed rounds/ });
    for (const length of await failures.locator('td:nth-child(4)').allTextContents())
      expect(length).toMatch(/^[\d,]+ failed rounds? within \d/);
    expect(await failures.count()).toBeGreaterThan(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: data are marked as old beyond their Cache-Control, not for their age alone', async () => {
    const headers = { age: '360', 'cache-control': 'public, s-maxage=362' };
    const openBatch = async () => {
      const { page } = await explorer.open('/status');
      await changeResponses(page, 'BatchStatistics', { headers });
      await page.goto(`${explorer.gateway.url}/markets/10`);
      const part = partOf(page, 'Statistics');
      await part.getByText('No tick is settled yet.').or(part.getByText('One-sided')).waitFor();
      return { page, note: part.getByText('Data from 5 min ago.') };
    };
    // Revealed ticks are old and never change.
    const current = await openBatch();
    await current.page.waitForTimeout(2000);
    expect(await current.page.getByText(/^Data from/).count()).toBe(0);
    await current.page.context().close();
    headers['cache-control'] = 'public, s-maxage=10, stale-while-revalidate=20';
    const old = await openBatch();
    await old.note.waitFor();
    await old.page.context().close();
  });

  test('behavior: the statistics of a batch are read again with its list of ticks', async () => {
    const { page, problems } = await explorer.open('/markets/10');
    const part = partOf(page, 'Statistics');
    await part.getByText(/^read .* ago$/).waitFor();
    const waitForRead = (operation: string, timeout: number) =>
      page.waitForRequest(
        (request) => request.postData()?.includes(`"operationName":"${operation}"`) === true,
        { timeout },
      );
    for (let tick = 0; tick < 2; tick += 1) {
      const statistics = waitForRead('BatchStatistics', 25_000);
      await waitForRead('Ticks', 20_000);
      await statistics;
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a fund without the data node says so at once, and shows what the chain has', async () => {
    let isDown = false;
    await using dataNode = await startUpstream((request, response) => {
      if (isDown) response.destroy();
      else forwardGet(explorer.sandbox.urls.dataNode, request, response);
    });
    await using other = await explorer.startAnother({ DATA_NODE_URL: dataNode.url });
    const { page } = await other.open('/dtf/top10');
    const live = page.getByRole('banner').getByRole('status');
    await expect.poll(() => live.textContent()).toBe('Live');
    await page.getByText('From the data node').waitFor();
    await page.getByText(/^Contract: \$[\d.,]+ · block/).waitFor();
    const url = page.url();
    isDown = true;
    // Values that the gateway has cached do not count as live.
    await expect.poll(() => live.textContent(), { timeout: 20_000 }).toBe('Interrupted');
    await page.getByText('The data node does not answer at the moment').waitFor();
    await other.restart(async () => undefined);
    await page.getByText('From the chain').waitFor({ timeout: 20_000 });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('TOP10');
    // A page that is opened now shows the contract's NAV and what follows from it.
    const late = await other.open(new URL(url).pathname);
    const figures = late.page.getByRole('region', { name: 'Key figures' });
    await figures
      .getByText(/^\$[\d.,]+$/)
      .first()
      .waitFor();
    await late.page.getByText('From the chain').waitFor();
    await figures
      .locator('.proof-line')
      .getByText(/^block [\d,]+$/)
      .waitFor();
    await late.page.getByRole('button', { name: 'Verify on chain' }).click();
    await late.page.getByText(/The contract says/).waitFor();
    isDown = false;
    await expect.poll(() => live.textContent(), { timeout: 30_000 }).toBe('Live');
    await page.getByText('From the data node').waitFor({ timeout: 20_000 });
    await page.context().close();
    await late.page.context().close();
  });

  test('behavior: with the oracles down, live values are interrupted until they are back', async () => {
    let isDown = false;
    const proxies = await Promise.all(
      explorer.sandbox.urls.oracles.map((target) =>
        startUpstream((request, response) => {
          if (isDown) response.destroy();
          else forwardGet(target, request, response);
        }),
      ),
    );
    await using closing = new AsyncDisposableStack();
    for (const proxy of proxies) closing.use(proxy);
    const oracleUrls = proxies.map(({ url }) => url).join();
    await using other = await explorer.startAnother({ ORACLE_URLS: oracleUrls });
    const { page } = await other.open('/markets/10');
    const state = page.getByRole('banner').getByRole('status');
    await expect.poll(() => state.textContent()).toBe('Live');
    // A gateway without cached values ends the subscriptions.
    isDown = true;
    await other.restart(async () => undefined);
    await expect.poll(() => state.textContent(), { timeout: 15_000 }).toBe('Interrupted');
    expect(await state.getAttribute('title')).toContain('does not answer');
    await page
      .getByText(/^Parts could not be read/)
      .first()
      .waitFor();
    isDown = false;
    await expect.poll(() => state.textContent(), { timeout: 30_000 }).toBe('Live');
    await page.context().close();
  });

  test('error: a run whose stream breaks off says so, and runs again with a retry', async () => {
    await using dataNode = await startRuns((run, events, response) => {
      if (run > 1) events.pipe(response);
      else events.once('data', (first) => response.write(first, () => response.destroy()));
    });
    await using other = await explorer.startAnother({ DATA_NODE_URL: dataNode.url });
    const { page } = await other.open('/backtest?categoryId=all&topN=7&weighting=equal');
    const alert = page.getByRole('alert');
    await alert.getByText('the data node broke off the simulation').waitFor();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
    await page.context().close();
  });

  test.for([0, 300])(
    'behavior: a run starts again by itself when the gateway restarts %s ms after its first day',
    async (wait) => {
      const { promise: midway, resolve: reachMidway } = Promise.withResolvers<void>();
      let runs = 0;
      await using dataNode = await startRuns((run, events, response) => {
        runs = run;
        if (run > 1) events.pipe(response);
        else events.once('data', (first) => response.write(first, () => reachMidway()));
      });
      await using other = await explorer.startAnother({ DATA_NODE_URL: dataNode.url });
      const { page } = await other.open('/backtest?categoryId=all&topN=8&weighting=equal');
      await midway;
      await page.waitForTimeout(wait);
      await other.restart(() =>
        page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor(),
      );
      await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
      expect(runs).toBeGreaterThan(1);
      await page.context().close();
    },
  );
});
