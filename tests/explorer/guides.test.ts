import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

describe.skipIf(chromiumPath === null)('the guides', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test('default: a person finds a section, reads it and follows a link to another guide', async () => {
    const { page, problems } = await explorer.open('/guides');
    await page.getByLabel('Search the guides').fill('data node');
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('data node');
    // Words of the texts are found, with what stands around them.
    await page.getByLabel('Search the guides').fill('CHAIN_FINALITY_BLOCKS');
    await page
      .getByText(/…?.*CHAIN_FINALITY_BLOCKS.*…?/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Configuration', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    const nav = page.getByRole('navigation', { name: 'Guides' });
    expect(await nav.locator('[aria-current=page]').textContent()).toBe('Configuration');
    await nav.getByRole('link', { name: 'Behind a CDN' }).waitFor();
    await page.getByLabel('Search the guides').fill('quantstats');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?search=quantstats');
    await page.goBack();
    const text = page.locator('.prose');
    await text.waitFor();
    expect(await text.textContent()).toContain('DATA_NODE_URL');
    expect(await seriousFindings(page)).toEqual([]);

    await text.getByRole('link', { name: 'replicas' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Replicas' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/guides/replicas');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: the guides begin with a quick start, whose code can be copied', async () => {
    const { page, problems } = await explorer.open('/guides');
    const groups = page.locator('main h2');
    await groups.first().waitFor();
    expect(await groups.allTextContents()).toEqual([
      'Start here',
      'Concepts',
      'Operations',
      'How it works',
      'Decisions',
    ]);
    // Decisions are closed, and a line each once they are opened.
    const decision = page.getByRole('link', { name: 'The proxy forwards bytes' });
    expect(await decision.isVisible()).toBe(false);
    await page.getByText(/^\d+ decisions: context/).click();
    await decision.waitFor();
    const heights = await page
      .locator('.guide-list.lines > li')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(30);
    // Each guide has a line on what it says.
    const lines = await page.locator('.guide-list > li p').allTextContents();
    expect(lines).toHaveLength(await page.locator('.guide-list > li').count());
    expect(lines.filter((line) => line.length < 20)).toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'REST', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'REST', exact: true }).waitFor();
    const block = page.locator('.code-block').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/aum-ranking');
    expect(await page.locator('.prose a[href="/docs"]').count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a deep link leads to its section, an unknown guide is said to be unknown', async () => {
    const markdown = await readFile(new URL('../../docs/operators.md', import.meta.url), 'utf8');
    const [, last = ''] = [...markdown.matchAll(/^## ([\w ]+)$/gm)].at(-1) ?? [];
    const { page } = await explorer.open(
      `/guides/operators#${last.toLowerCase().replaceAll(' ', '-')}`,
    );
    const heading = page.getByRole('heading', { level: 2, name: last, exact: true });
    await heading.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    await page.context().close();
    const unknown = await explorer.open('/guides/nothing');
    await unknown.page
      .getByRole('heading', { level: 1, name: 'There is no page at this address' })
      .waitFor();
    await unknown.page.context().close();
  });

  test('behavior: no link within the guides leads nowhere', async () => {
    const { page } = await explorer.open('/guides');
    const list = page.locator('.guide-list a');
    await list.first().waitFor();
    const names = new Set(
      await list.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      ),
    );
    expect(names.size).toBeGreaterThan(40);
    for (const name of ['configuration', 'architecture', 'decisions-replicas']) {
      await page.goto(`${explorer.gateway.url}/guides/${name}`);
      await page.locator('.prose').waitFor();
      const links = await page
        .locator('.prose a[href^="/guides/"]')
        .evaluateAll((all) =>
          all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        );
      expect(links.filter((path) => !names.has(path))).toEqual([]);
    }
    await page.context().close();
  });
});
