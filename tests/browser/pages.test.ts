import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxProcesses } from '../../sandbox/supervisor/sandbox-processes.ts';
import { exampleOperations } from '../../src/domains/index.ts';
import { chromiumPath, launchChromium, plainName } from '../support/chromium.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

describe.skipIf(chromiumPath === null)('pages in a browser', () => {
  let sandbox: TestSandbox;
  let gateway: TestGateway;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startTestSandbox({
      parts: sandboxProcesses.filter(({ name }) => name !== 'providers'),
    });
    const env = Object.entries(sandbox.gatewayEnv).filter(([, value]) => value !== undefined);
    gateway = await startGateway(Object.fromEntries(env) as Record<string, string>);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.[Symbol.asyncDispose]();
    await sandbox?.stop();
  });

  /** A page that may only talk to the gateway; whatever else it asks for is collected. */
  async function openPage(path: string): Promise<{ page: Page; strangers: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const strangers: string[] = [];
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(gateway.url) || url.startsWith('data:') || url.startsWith('blob:')) {
        return route.continue();
      }
      strangers.push(url);
      return route.abort();
    });
    await page.goto(gateway.url + path);
    return { page, strangers };
  }

  test('default: GraphiQL shows the cost of what is typed, without its execution', async () => {
    const { page } = await openPage('/graphql');
    await page.waitForSelector('.graphiql-execute-button');
    const cost = page.locator('.operation-cost');
    await expect
      .poll(() => cost.textContent(), { timeout: 15_000 })
      .toMatch(/^Cost [\d,]+ of 5,000$/);
    const first = await cost.textContent();
    await page.locator('.graphiql-query-editor .view-lines').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ __typename ');
    await expect.poll(() => cost.textContent(), { timeout: 15_000 }).toBe('Cost 1 of 5,000');
    expect(first).not.toBe('Cost 1 of 5,000');
    await page.keyboard.type('nothing ');
    await expect.poll(() => cost.textContent(), { timeout: 15_000 }).toBe('Cost –');
    expect(await cost.getAttribute('title')).toContain('nothing');
    expect(await page.locator('.result-window').textContent()).not.toContain('__typename');
    await page.close();
  });

  test('default: GraphiQL opens offline with a tab for each domain, each of which returns data', async () => {
    const { page, strangers } = await openPage('/graphql');
    await page.waitForSelector('.graphiql-execute-button');
    expect(await page.locator('.graphiql-tab').count()).toBe(exampleOperations.length);
    const result = page.locator('.result-window');
    const expectations = [
      ['Dtfs', '"holdings"'],
      ['Live', '"usd"'],
      ['Prices', '"marketCapUsd"'],
      ['Wallet', '"totalValueUsd"'],
      ['Loans', '"utilisation"'],
      ['Backtest', '"totalReturnPct"'],
      ['Batches', '"batchId"'],
      ['Status', '"upstreams"'],
    ] as const;
    expect(expectations).toHaveLength(exampleOperations.length);
    expect(exampleOperations.filter(({ variables }) => variables).length).toBeGreaterThan(1);
    const readVariables = async () => {
      const editor = page.locator('.graphiql-editor-tool .view-lines').first();
      const text = (await editor.innerText()).replaceAll('\u00a0', ' ').trim();
      return text === '' ? null : JSON.parse(text);
    };
    for (const [tab, expected] of expectations) {
      // A click while the page still renders is lost: ask again until the tab stands in front.
      await expect
        .poll(async () => {
          await page.locator('.graphiql-tab-button', { hasText: tab }).click();
          return page.locator('.graphiql-tab-active').textContent();
        })
        .toContain(tab);
      const { variables } = exampleOperations.find(({ query }) => query.includes(` ${tab}`)) ?? {};
      await expect.poll(readVariables).toEqual(variables ?? null);
      const play = page.locator('.graphiql-execute-button');
      await play.click();
      await expect
        .poll(
          async () => {
            const shown = (await result.textContent()) ?? '';
            // The page may still hold the last tab's operation name when the button is pressed.
            if (shown.includes('Cannot infer operation')) await play.click();
            return shown;
          },
          { timeout: 30_000, interval: 500 },
        )
        .toContain(expected);
      expect(await result.textContent()).not.toContain('"errors"');
    }
    if (process.env.SCREENSHOT_DIR) {
      await page.screenshot({ path: `${process.env.SCREENSHOT_DIR}/graphiql.png` });
    }
    expect(strangers).toEqual([]);
    await page.close();
  }, 120_000);

  test.each([
    ['/graphql', '.graphiql-execute-button'],
    ['/docs', '#operations-dtf-getItpPrice'],
    ['/docs/scalars', '#wei'],
  ])('behavior: %s has the links and the colour mode of the explorer', async (path, sign) => {
    const { page } = await openPage(path);
    const mode = () => page.evaluate(() => document.documentElement.dataset.mode);
    await page.waitForSelector(sign);
    expect(await mode()).toBe('light');
    const links = page.getByRole('navigation', { name: 'APIs' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['GraphiQL', 'REST docs']);
    // This gateway serves no explorer, so nothing links to its pages.
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await expect.poll(mode).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('graphiql:theme'))).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  test('behavior: GraphiQL shows a syntax error with its place and without a stack', async () => {
    const { page } = await openPage(`/graphql?query=${encodeURIComponent('{ dtfs( }')}`);
    await expect.poll(() => page.locator('.graphiql-query-editor').textContent()).toContain('dtfs');
    await page.locator('.graphiql-execute-button').click();
    const shown = () => page.locator('.graphiql-response').innerText();
    // The editor writes no-break spaces.
    await expect.poll(shown).toMatch(/Syntax\sError/);
    expect(await shown()).not.toContain('stack');
    await page.close();
  });

  test('behavior: one click on a tab of GraphiQL opens it', async () => {
    const { page } = await openPage('/graphql');
    await page.waitForSelector('.graphiql-execute-button');
    // The example of the first tab is there once the page has rendered.
    await expect
      .poll(() => page.locator('.graphiql-query-editor').textContent())
      .toContain('query');
    for (const tab of ['Prices', 'Wallet', 'Loans', 'Dtfs']) {
      const box = await page.locator('.graphiql-tab-button', { hasText: tab }).boundingBox();
      // A hand presses for a tenth of a second, and moves a little.
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 22, (box?.y ?? 0) + 11);
      await page.waitForTimeout(100);
      await page.mouse.up();
      await expect
        .poll(() => page.locator('.graphiql-tab-active').textContent(), { timeout: 2000 })
        .toContain(tab);
    }
    await page.close();
  });

  test('behavior: GraphiQL is there with what was written, also when it is loaded anew', async () => {
    const { page } = await openPage('/graphql');
    await page.waitForSelector('.graphiql-execute-button');
    const editor = page.locator('.graphiql-query-editor');
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('subscription { batch(id: "1") { playerCount');
    await expect.poll(() => page.url()).toContain('?query=subscription');
    await page.reload();
    await page.waitForSelector('.graphiql-execute-button');
    await expect.poll(() => editor.textContent()).toContain('playerCount');
    await page.close();
  });

  test('behavior: the pages are there over plain HTTP under any name', async () => {
    const page = await browser.newPage();
    const { port } = new URL(gateway.url);
    for (const [path, sign] of [
      ['/docs', '#operations-dtf-getItpPrice'],
      ['/graphql', '.graphiql-execute-button'],
    ] as const) {
      await page.goto(`http://${plainName}:${port}${path}`);
      await page.waitForSelector(sign, { timeout: 15_000 });
    }
    await page.close();
  });

  test('default: the REST reference lists the routes and calls one, offline', async () => {
    const { page, strangers } = await openPage('/docs');
    await page.waitForSelector('#operations-dtf-getItpPrice');
    const operations = page.getByRole('navigation', { name: 'Operations' });
    const listed = () => operations.getByRole('link').count();
    await expect.poll(listed).toBe(await page.locator('.opblock').count());
    // Words of parameters and descriptions are found, too.
    await page.getByLabel('Search', { exact: true }).fill('prices map');
    await expect.poll(listed).toBe(2);
    await operations.getByRole('link', { name: /^\/latest-prices/ }).click();
    await page.locator('#operations-prices-getLatestPrices.is-open').waitFor();
    expect(new URL(page.url()).hash).toBe('#/prices/getLatestPrices');
    await page.getByLabel('Search', { exact: true }).fill('no such words');
    await page.getByText('No operation has these words.').waitFor();
    await page.locator('.try-out__btn').first().click();
    await page.locator('.execute').first().click();
    const response = page.locator('.live-responses-table');
    await expect.poll(() => response.textContent(), { timeout: 20_000 }).toContain('"BTC"');
    if (process.env.SCREENSHOT_DIR) {
      await page.screenshot({ path: `${process.env.SCREENSHOT_DIR}/docs.png` });
    }
    expect(strangers).toEqual([]);
    await page.close();
  });

  test('behavior: the list beside the REST reference follows the address and the reader', async () => {
    const { page } = await openPage('/docs#/lending/getLendingPositionAlias');
    const operations = page.getByRole('navigation', { name: 'Operations' });
    const current = operations.locator('[aria-current]');
    await current.waitFor();
    expect(await current.textContent()).toBe(
      '/morpho-positiondeprecatedAlias of /lending/position',
    );
    // The groups have names for people, beside the reference too.
    expect(await operations.getByRole('heading').allTextContents()).toContain('Funds (DTFs)');
    await page.locator('.opblock-tag', { hasText: 'Funds (DTFs)' }).waitFor();
    // The page scrolls, not a part of it, and the list follows.
    await page.locator('#operations-infrastructure-postFaucet').evaluate((block) => {
      block.scrollIntoView();
    });
    await expect.poll(() => current.textContent()).toContain('/faucet');
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => current.count()).toBe(0);
    // Fields are shown with their units.
    const operation = page.locator('#operations-dtf-getNavSeries');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('NAV per share, USD').waitFor();
    await page.close();
  });

  test('behavior: GraphiQL keeps a log of the events of a subscription', async () => {
    const { data } = await gateway.query<{ dtfs: { edges: { node: { itpId: string } }[] } }>(
      '{ dtfs(first: 1) { edges { node { itpId } } } }',
    );
    const document = `subscription { nav(itpId: "${data.dtfs.edges[0]?.node.itpId}") { usd } }`;
    const { page, strangers } = await openPage(`/graphql?query=${encodeURIComponent(document)}`);
    await expect.poll(() => page.locator('.graphiql-query-editor').textContent()).toContain('nav');
    await page.locator('.graphiql-execute-button').click();
    const log = page.getByRole('region', { name: 'Events of the stream' });
    await expect.poll(() => log.locator('li').count(), { timeout: 20_000 }).toBeGreaterThan(2);
    const shown = await log.locator('summary').allTextContents();
    const place = (text: string) => Number(text.split(' ')[0]);
    // Newest first, and none is left out.
    expect(shown.map(place)).toEqual(shown.map((_, at) => shown.length - at));
    expect(new Set(shown.map((text) => text.slice(text.indexOf('{')))).size).toBeGreaterThan(1);
    await log.locator('summary').last().click();
    expect(JSON.parse((await log.locator('pre').last().textContent()) ?? '')).toHaveProperty(
      'data.nav.usd',
    );
    await page.locator('.graphiql-execute-button').click();
    await log.getByText(/^\d+ events, stopped$/).waitFor();
    expect(strangers).toEqual([]);
    await page.close();
  }, 60_000);

  test('behavior: the REST reference plays an event stream, offline', async () => {
    const { page, strangers } = await openPage('/docs');
    const operation = page.locator('#operations-simulation-getSimRunStream');
    await operation.click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    const log = operation.getByRole('region', { name: 'Events of the stream' });
    await log.getByText(/^\d+ events?, ended$/).waitFor({ timeout: 20_000 });
    expect(await log.locator('summary').first().textContent()).toContain('"type":"result"');
    await expect
      .poll(() => operation.locator('.live-responses-table').textContent())
      .toContain('The events are in the log above.');
    expect(strangers).toEqual([]);
    await page.close();
  }, 60_000);

  test.each([
    ['a long answer', 'simulation-getSimRun', '"nav_series"'],
    ['what is asked by a path', 'infrastructure-getDnPath', '"coin_count"'],
  ])(
    'behavior: the REST reference shows %s',
    async (_, operation, sign) => {
      const { page } = await openPage('/docs');
      const block = page.locator(`#operations-${operation}`);
      await block.locator('.opblock-summary-control').click();
      await block.locator('.try-out__btn').click();
      await block.locator('.execute').click();
      const response = block.locator('.live-responses-table');
      await expect.poll(() => response.textContent(), { timeout: 20_000 }).toContain(sign);
      await page.close();
    },
    90_000,
  );

  test('behavior: GraphiQL is as wide as a phone', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 800 },
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`${gateway.url}/graphql`);
    await page.waitForSelector('.graphiql-execute-button');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Variables are closed until they are opened, and no keys are named that a phone lacks.
    await page.getByRole('button', { name: 'Show editor tools' }).waitFor();
    const editor = await page.locator('.graphiql-query-editor').boundingBox();
    expect(editor?.height).toBeGreaterThan(250);
    expect(await page.locator('.response-hint').textContent()).toMatch(/^Press play to run/);
    await page.getByRole('button', { name: 'Show editor tools' }).click();
    await page.getByRole('button', { name: 'Hide editor tools' }).waitFor();
    await context.close();
  });
});
