import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { exampleWallet } from '../../src/domains/example-wallet.ts';
import { launchChromium } from './chromium.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { startTestSandbox } from './sandbox.ts';
import type { SharedSandbox } from './shared-sandbox.ts';

/** The explorer of a gateway on a sandbox, in a browser. */
export type TestExplorer = ExplorerGateway & {
  readonly sandbox: SharedSandbox;
  readonly browser: Browser;
  /** Starts another gateway on the sandbox, with some upstreams in other places. */
  readonly startAnother: (env: Readonly<Record<string, string>>) => Promise<ExplorerGateway>;
};

/** A gateway whose pages can be opened. */
export type ExplorerGateway = AsyncDisposable & {
  readonly gateway: TestGateway;
  /** Ends the gateway, and starts one on its port, without cached values, after `whileDown`. */
  readonly restart: (whileDown: () => Promise<unknown>) => Promise<void>;
  /**
   * Opens a page and collects what must not happen: requests to other origins, documents that the
   * manifest of the build lacks, failures of scripts, and messages of the browser's console about
   * errors.
   */
  readonly open: (
    path: string,
    options?: BrowserContextOptions,
  ) => Promise<{ readonly page: Page; readonly problems: string[] }>;
};

/** The first run of the sandbox, since 2020. */
const exampleRun = '{ categoryId: "all", topN: 10, weighting: "mcap", rebalanceDays: 30 }';

const manifestPath = fileURLToPath(
  new URL('../../explorer/dist/persisted-documents.json', import.meta.url),
);
const buildScript = fileURLToPath(new URL('../../scripts/build-explorer.ts', import.meta.url));

/**
 * Builds the explorer if it is stale, and starts everything that a page needs.
 *
 * @param openSandbox - Opens the sandbox; what it returns is stopped with the explorer if it can be.
 */
export async function startExplorer(
  openSandbox: () => Promise<SharedSandbox & Partial<AsyncDisposable>> = startTestSandbox,
): Promise<TestExplorer> {
  const [sandbox, browser] = await Promise.all([
    openSandbox(),
    launchChromium(),
    promisify(execFile)(process.execPath, [buildScript]),
  ]);
  const given = Object.entries(sandbox.gatewayEnv).filter(([, value]) => value !== undefined);
  const startAnother = (env: Readonly<Record<string, string>>) =>
    startExplorerGateway(browser, {
      ...(Object.fromEntries(given) as Record<string, string>),
      EXPLORER: 'on',
      ...env,
    });
  const main = await startAnother({});
  // The run whose report `explorerPaths` has.
  await main.gateway.query(`{ simulation(input: ${exampleRun}) { runId } }`);
  return {
    ...main,
    sandbox,
    browser,
    startAnother,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await main[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]?.();
    },
  };
}

async function startExplorerGateway(
  browser: Browser,
  env: Readonly<Record<string, string>>,
): Promise<ExplorerGateway> {
  const gateway = await startGateway(env);
  let current = gateway;
  return {
    gateway,
    restart: async (whileDown) => {
      await current[Symbol.asyncDispose]();
      await whileDown();
      current = await startGateway({ ...env, PORT: new URL(gateway.url).port });
    },
    open: async (path, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const documents = await readManifest();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('request', (request) => {
        const url = request.url();
        if (!/^(data|blob):/.test(url) && !url.startsWith(gateway.url)) problems.push(url);
        // GraphiQL sends what the reader types.
        if (new URL(page.url()).pathname.startsWith('/graphql')) return;
        const sent = url.includes('/graphql') ? readDocument(request.postData()) : undefined;
        if (sent !== undefined && !documents.has(sent)) problems.push(`not persisted: ${sent}`);
      });
      await page.goto(gateway.url + path);
      return { page, problems };
    },
    [Symbol.asyncDispose]: () => current[Symbol.asyncDispose](),
  };
}

/** Returns the documents that a gateway with `PERSISTED_ONLY` executes. */
async function readManifest(): Promise<ReadonlySet<string>> {
  const { operations } = JSON.parse(await readFile(manifestPath, 'utf8'));
  return new Set(operations.map(({ body }: { readonly body: string }) => body));
}

const readDocument = (body: string | null): string | undefined =>
  body === null ? undefined : JSON.parse(body).query;

/** One address of each page of the explorer, with data of the sandbox. */
export const explorerPaths = [
  '/',
  '/dtf/top10',
  '/dtf/top10/factsheet',
  '/compare?funds=TOP10,DEFI10',
  '/backtest',
  '/backtest/1/report',
  '/markets',
  '/markets/10',
  '/portfolio',
  `/portfolio/${exampleWallet}`,
  `/portfolio/${exampleWallet}/analysis`,
  `/player/${exampleWallet}`,
  `/lending?wallet=${exampleWallet}`,
  '/sources',
  '/status',
  '/guides',
  '/guides/terms',
] as const;
