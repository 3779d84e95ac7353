import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../support/chromium.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

const height = 640;

describe.skipIf(chromiumPath === null)('pages for everyone', () => {
  let gateway: TestGateway;
  let browser: Browser;
  beforeAll(async () => {
    gateway = await startGateway();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.[Symbol.asyncDispose]();
  });

  async function openPage(path: string, sign: string, width = 1400): Promise<Page> {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme: 'light',
    });
    await page.goto(gateway.url + path);
    await page.waitForSelector(sign);
    return page;
  }
  const openGraphiQL = (width?: number) => openPage('/graphql', '.graphiql-execute-button', width);

  /** How the colour of an element's text, or of its outline, stands out from what is behind it. */
  const contrast = (page: Page, selector: string, of: 'color' | 'outlineColor' = 'color') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => {
        const painter = document.createElement('canvas').getContext('2d', {
          willReadFrequently: true,
        });
        if (!painter) throw new Error('no canvas');
        const layers: string[] = [getComputedStyle(element)[property]];
        for (let at: Element | null = element; at; at = at.parentElement) {
          layers.push(getComputedStyle(at).backgroundColor);
        }
        const luminance = (colours: readonly string[]) => {
          for (const colour of ['#fff', ...colours.toReversed()]) {
            painter.fillStyle = colour;
            painter.fillRect(0, 0, 1, 1);
          }
          const [red = 0, green = 0, blue = 0] = Array.from(
            painter.getImageData(0, 0, 1, 1).data,
            (byte) => (byte > 10 ? ((byte / 255 + 0.055) / 1.055) ** 2.4 : byte / 255 / 12.92),
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const [dark = 0, light = 0] = [luminance(layers), luminance(layers.slice(1))].sort(
          (a, b) => a - b,
        );
        return (light + 0.05) / (dark + 0.05);
      }, of);

  test('behavior: GraphiQL shows responses in narrow windows, as phones and magnified pages have them', async () => {
    const page = await openGraphiQL(700);
    const response = page.locator('.result-window');
    await page.locator('.graphiql-execute-button').click();
    await expect.poll(() => response.textContent()).toContain('"errors"');
    expect(await response.textContent()).toContain('"locations"');
    const docs = page.locator('button[aria-label$="Documentation Explorer"]');
    for (const width of [700, 390, 320]) {
      await page.setViewportSize({ width, height });
      await response.scrollIntoViewIfNeeded();
      const box = await response.boundingBox();
      expect(box?.width, `${width} pixels`).toBeGreaterThan(width / 2);
      expect(box?.height, `${width} pixels`).toBeGreaterThan(200);
      await docs.click();
      const shown = async () => (await page.locator('.graphiql-plugin').boundingBox())?.height;
      const whole = await page.locator('#root').boundingBox();
      await expect.poll(shown).toBe((whole?.height ?? 0) / 2);
      await docs.click();
    }
    await page.close();
  });

  test('behavior: what has the focus in GraphiQL is seen, and tabs stay where they are', async () => {
    const page = await openGraphiQL();
    await page.getByRole('link', { name: 'Scalars' }).press('Tab');
    const focused = '.graphiql-sidebar button:focus';
    expect(await page.locator(focused).count()).toBe(1);
    expect(await contrast(page, focused, 'outlineColor')).toBeGreaterThan(3);
    const places = () =>
      page
        .locator('.graphiql-tab')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().x));
    for (const tab of [0, 1, 2]) {
      await page.locator('.graphiql-tab-button').nth(tab).focus();
      expect(await places()).toEqual((await places()).toSorted((a, b) => a - b));
    }
    await page.close();
  });

  test('behavior: the editor of GraphiQL is entered with Enter and left with Escape', async () => {
    const page = await openGraphiQL();
    const editor = page.locator('.graphiql-query-editor .graphiql-editor');
    const focused = () => page.evaluate(() => document.activeElement?.className);
    const enter = async () => {
      await editor.press('Enter');
      await expect.poll(focused).toContain('inputarea');
    };
    await enter();
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('graphiql-editor');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('graphiql-execute-button');
    await enter();
    await page.keyboard.press('Control+f');
    await page.waitForSelector('.find-widget.visible');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.find-widget.visible', { state: 'detached' });
    expect(await focused()).toContain('inputarea');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('graphiql-editor');
    await page.close();
  });

  test('behavior: the colours of GraphiQL stand out', async () => {
    const page = await openGraphiQL();
    await page.locator('button[aria-label="Show Documentation Explorer"]').click();
    for (const selector of [
      '.graphiql-doc-explorer-root-type',
      '.graphiql-doc-explorer-type-name',
    ]) {
      await page.waitForSelector(selector);
      expect(await contrast(page, selector), selector).toBeGreaterThanOrEqual(4.5);
    }
    expect(await contrast(page, '.graphiql-logo span')).toBeGreaterThanOrEqual(4.5);
    await page.close();
  });

  test('behavior: the colours of the REST reference stand out, its list has a name, its copy buttons are seen', async () => {
    const page = await openPage('/docs', '#operations-dtf-getItpPrice');
    const faucet = page.locator('#operations-infrastructure-postFaucet');
    await faucet.locator('.opblock-summary-control').click();
    await faucet.locator('.try-out__btn').click();
    for (const selector of [
      '.version-stamp .version',
      '.opblock-get .opblock-summary-method',
      '.opblock-post .opblock-summary-method',
      '.opblock-deprecated .opblock-summary-method',
      '.info a .url',
      '.btn.cancel',
      '.btn.execute',
    ]) {
      expect(await contrast(page, selector), selector).toBeGreaterThanOrEqual(4.5);
    }
    expect(await page.getByRole('combobox', { name: 'Server' }).count()).toBe(1);
    const copy = page.locator('#operations-prices-getPrice .copy-to-clipboard button');
    await copy.focus();
    await expect.poll(async () => (await copy.boundingBox())?.width).toBeGreaterThan(20);
    await page.close();
  });
});
