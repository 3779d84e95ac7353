import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { exampleWallet } from '../../src/http/openapi-examples.ts';
import { launchChromium } from './chromium.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

/** The explorer of a gateway on a sandbox, in a browser. */
export type TestExplorer = {
  readonly sandbox: TestSandbox;
  readonly gateway: TestGateway;
  readonly browser: Browser;
  /**
   * Opens a page and collects what must not happen: requests to other origins, failures of scripts,
   * and messages of the browser's console about errors.
   */
  readonly open: (
    path: string,
    options?: BrowserContextOptions,
  ) => Promise<{ readonly page: Page; readonly problems: string[] }>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

const buildScript = fileURLToPath(new URL('../../scripts/build-explorer.ts', import.meta.url));

/** Builds the explorer if it is stale, and starts everything that a page needs. */
export async function startExplorer(): Promise<TestExplorer> {
  const [sandbox] = await Promise.all([
    startTestSandbox(),
    promisify(execFile)(process.execPath, [buildScript]),
  ]);
  const env = Object.entries(sandbox.gatewayEnv).filter(([, value]) => value !== undefined);
  const gateway = await startGateway({
    ...(Object.fromEntries(env) as Record<string, string>),
    EXPLORER: 'on',
  });
  const browser = await launchChromium();
  return {
    sandbox,
    gateway,
    browser,
    open: async (path, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('request', (request) => {
        const url = request.url();
        if (!/^(data|blob):/.test(url) && !url.startsWith(gateway.url)) problems.push(url);
      });
      await page.goto(gateway.url + path);
      return { page, problems };
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await gateway[Symbol.asyncDispose]();
      await sandbox.stop();
    },
  };
}

/** One address of each page of the explorer, with data of the sandbox. */
export const explorerPaths = [
  '/',
  '/dtf/top10',
  '/backtest',
  '/markets',
  '/markets/10',
  `/portfolio/${exampleWallet}`,
  `/lending?wallet=${exampleWallet}`,
  '/sources',
  '/status',
] as const;
