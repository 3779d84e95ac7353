import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colorRules, seriousFindings } from '../support/accessibility.ts';
import { changeResponses } from '../support/change-responses.ts';
import { readLegend, toDay } from '../support/chart-legend.ts';
import { chromiumPath } from '../support/chromium.ts';
import { forwardGet } from '../support/counting-proxy.ts';
import { type ExplorerGateway, startExplorer, type TestExplorer } from '../support/explorer.ts';
import { startUpstream } from '../support/gateway.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import {
  asFixed,
  goToPart,
  partOf,
  readCells,
  readDownload,
  readFigures,
  shorten,
} from '../support/page-parts.ts';
import { startStillMarkets } from '../support/still-markets.ts';

type Level = { readonly priceUsd: number; readonly quantity: number };
type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
type Quote = Readonly<Record<'bidUsd' | 'askUsd' | 'spreadBps' | 'ageMs', number>>;
type Candle = Readonly<Record<'timestamp' | 'open' | 'high' | 'low' | 'close', number>>;
type DtfEvent = {
  readonly type: string;
  readonly txHash: string;
  readonly portfolio: { readonly address: string } | null;
};

const daySeconds = 86_400;

/** A price as the pages show it where five digits count. */
const asQuote = (usd: number) => `$${asFixed(usd, Math.max(2, 4 - Math.floor(Math.log10(usd))))}`;
const asShares = (wei: string) => asFixed(Number(wei) / 1e18, 3);

describe.skipIf(chromiumPath === null)('markets and past of a fund in a browser', () => {
  let explorer: TestExplorer;
  let funds: ReadonlyMap<string, string>;
  let lending: string;
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
    const { data } = await explorer.gateway.query<{
      dtfs: { edges: { node: { symbol: string; itpId: string } }[] };
      deployment: { contracts: { lending: string } };
    }>(
      '{ dtfs(first: 50) { edges { node { symbol itpId } } } deployment { contracts { lending } } }',
    );
    lending = data.deployment.contracts.lending;
    funds = new Map(data.dtfs.edges.map(({ node }) => [node.symbol, node.itpId]));
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  const open = async (symbol: string, search = '', options = {}) =>
    explorer.open(`/dtf/${funds.get(symbol)}${search}`, options);

  /** Names a holder as the pages do. */
  const nameOf = (address: string) => (address === lending ? 'Lending market' : shorten(address));

  /** Reads fields of a fund by the API. */
  async function ask<T>(
    symbol: string,
    fields: string,
    { gateway }: ExplorerGateway = explorer,
  ): Promise<T> {
    const { data } = await gateway.query<{ dtf: T }>(
      `query ($id: ID!) { dtf(id: $id) { ${fields} } }`,
      { id: funds.get(symbol) },
    );
    return data.dtf;
  }

  test('default: the NAV is shown as candles, whose values the pointer and the files tell', async () => {
    const { page, problems } = await open('LEND', '?range=D90');
    await page.getByRole('img', { name: /^NAV per share, now/ }).waitFor();
    await page.getByRole('radio', { name: 'Candles' }).click();
    const image = page.getByRole('img', { name: /^NAV per share as candles/ });
    await image.waitFor();
    expect(new URL(page.url()).search).toBe('?range=D90&chart=candles');
    const { candles } = await ask<{ candles: Candle[] }>(
      'LEND',
      'candles(interval: D1) { timestamp open high low close }',
    );
    const byDay = new Map(
      candles.map((candle) => [
        new Date((Math.ceil(candle.timestamp / daySeconds) - 1) * daySeconds * 1000)
          .toISOString()
          .slice(0, 10),
        candle,
      ]),
    );
    const box = await image.boundingBox();
    if (box === null) throw new Error('there is no chart');
    const seen = new Set<string>();
    for (let step = 2; step < 14; step += 1) {
      const before = (await readLegend(page, 'as candles')).time;
      await page.mouse.move(box.x + (box.width * step) / 20, box.y + 100);
      await expect.poll(async () => (await readLegend(page, 'as candles')).time).not.toBe(before);
      const { time, values } = await readLegend(page, 'as candles');
      const candle = byDay.get(toDay(time));
      seen.add(time);
      expect(values).toEqual({
        Open: asQuote(candle?.open ?? 0),
        High: asQuote(candle?.high ?? 0),
        Low: asQuote(candle?.low ?? 0),
        Close: asQuote(candle?.close ?? 0),
      });
    }
    expect(seen.size).toBe(12);

    await page.getByRole('button', { name: /^Options of NAV per share as candles/ }).click();
    const menu = page.getByRole('dialog');
    const lines = await readDownload(page, menu.getByRole('button', { name: 'CSV' }));
    expect(lines[0]).toBe('date,Open,High,Low,Close');
    const [day = '', one] = [...byDay][40] ?? [];
    expect(lines).toContain([day, one?.open, one?.high, one?.low, one?.close].join());
    const picture = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'PNG' }).click();
    const bytes = await readFile(await (await picture).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    await page.keyboard.press('Escape');

    // Each range has candles of a width that can be read.
    for (const [range, text] of [
      ['1D', 'in 24 hours, candles of 15 minutes'],
      ['7D', ', candles of one hour'],
      ['1Y', ', candles of one day (UTC)'],
    ] as const) {
      await page.getByRole('radio', { name: range }).click();
      await page.getByText(text).waitFor();
    }
    await page.getByRole('radio', { name: 'Line' }).click();
    await page.getByRole('img', { name: /^NAV per share, now/ }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('default: quote and order book are those of the data node, and the book is live', async () => {
    const { page, problems } = await open('LEND');
    const part = await goToPart(page, 'Quote and order book');
    const bids = part.getByRole('table', { name: 'Bids' });
    await expect.poll(() => bids.locator('tbody tr').count()).toBe(12);
    const first = await readCells(bids);
    await expect.poll(() => readCells(bids), { timeout: 60_000 }).not.toEqual(first);
    await part.getByRole('radio', { name: '0.5 %' }).click();
    await expect.poll(() => page.url()).toContain('level=50');
    await expect.poll(() => bids.locator('tbody tr').count()).toBe(12);
    // The last of twelve levels is eleven times 50 bps below the best one.
    await expect
      .poll(async () => {
        const prices = (await readCells(bids)).map(([price = '']) => Number(price.slice(1)));
        return 1 - (prices.at(-1) ?? 0) / (prices[0] ?? 1);
      })
      .toBeCloseTo(0.055, 2);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: quote and order book show each value that the API has', async () => {
    // Markets that stand still, so that the page and the API see the same.
    await using still = await startStillMarkets(explorer.sandbox.urls.dataNode);
    await using other = await explorer.startAnother({ DATA_NODE_URL: still.url });
    const { page, problems } = await other.open(`/dtf/${funds.get('LEND')}`);
    const part = await goToPart(page, 'Quote and order book');
    const asks = part.getByRole('table', { name: 'Asks' });
    await expect.poll(() => asks.locator('tbody tr').count()).toBe(12);
    const { orderBook, quote } = await ask<{ orderBook: Book; quote: Quote }>(
      'LEND',
      `quote { bidUsd askUsd spreadBps ageMs }
      orderBook(levels: 12) { bids { priceUsd quantity } asks { priceUsd quantity } }`,
      other,
    );
    for (const [name, levels] of [
      ['Bids', orderBook.bids],
      ['Asks', orderBook.asks],
    ] as const) {
      const shown = await readCells(part.getByRole('table', { name }));
      expect(shown.map((cells) => cells.slice(0, 2))).toEqual(
        levels.map(({ priceUsd, quantity }) => [asQuote(priceUsd), asFixed(quantity, 2)]),
      );
    }
    const figures = await readFigures(part);
    expect(figures).toEqual([
      asQuote(quote.bidUsd),
      asQuote(quote.askUsd),
      `${quote.spreadBps.toLocaleString('en-US', { maximumFractionDigits: 1 })} bps`,
      quote.ageMs < 1000 ? 'just now' : `${quote.ageMs / 1000} s`,
    ]);
    const lines = await readDownload(page, part.getByRole('button', { name: 'CSV of Order book' }));
    expect(lines[0]).toBe('side,price_usd,shares,value_usd');
    expect(lines[1]).toContain(`bid,${orderBook.bids[0]?.priceUsd},`);
    expect(lines.length).toBe(25);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: a data node without candles, quotes and order books is told from one that fails', async () => {
    let fails = false;
    await using plain = await startUpstream((request, response) => {
      const url = request.url ?? '';
      const isMarket = /^\/itp-(bid-ask|orderbook)/.test(url);
      if (isMarket && fails) response.writeHead(500).end();
      else if (isMarket) response.writeHead(404).end();
      else if (/^\/nav-series\?(?!.*range=)/.test(url)) response.writeHead(400).end('{}');
      else forwardGet(explorer.sandbox.urls.dataNode, request, response);
    });
    await using other = await explorer.startAnother({ DATA_NODE_URL: plain.url });
    const { page } = await other.open(`/dtf/${funds.get('TOP10')}?chart=candles`);
    await page.getByText('No candles: the data node has closing NAVs only.').waitFor();
    await page.getByRole('img', { name: /^NAV per share, now/ }).waitFor();
    expect(await page.getByRole('radio', { name: 'Candles' }).count()).toBe(0);
    const part = await goToPart(page, 'Quote and order book');
    await part.getByText('The data node has no quotes for this fund.').waitFor();
    await part.getByText('The data node has no order book for this fund.').waitFor();
    fails = true;
    await other.restart(async () => undefined);
    const late = await other.open(`/dtf/${funds.get('TOP10')}`);
    const failed = await goToPart(late.page, 'Quote and order book');
    await expect.poll(() => failed.getByRole('alert').count()).toBe(2);
    const holders = await goToPart(late.page, 'Holders');
    await holders.getByRole('row').nth(1).waitFor();
    await late.page.context().close();
    await page.context().close();
  });

  test('default: holders, the creator and flows are those of the contract', async () => {
    const { page, problems } = await open('LEND');
    const asked: string[] = [];
    page.on('request', (request) => {
      const name = /"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1];
      if (name !== undefined) asked.push(name);
    });
    const fund = await ask<{
      creator: { address: string };
      createdAtBlock: number;
      flows: { date: string; mintedUsd: number; redeemedUsd: number; netUsd: number }[];
      holders: {
        edges: { node: { portfolio: { address: string }; shares: string; sharePct: number } }[];
      };
    }>(
      'LEND',
      `creator { address } createdAtBlock
      flows(range: Y1) { date mintedUsd redeemedUsd netUsd }
      holders(first: 20, orderBy: { field: SHARES }) {
        edges { node { portfolio { address } shares sharePct } }
      }`,
    );
    const creation = partOf(page, 'Creation');
    await expect
      .poll(() => creation.getByRole('link').getAttribute('href'))
      .toBe(`/portfolio/${fund.creator.address}`);
    await creation.getByText(String(fund.createdAtBlock), { exact: true }).waitFor();
    await page.getByRole('img', { name: /^NAV per share/ }).waitFor();
    // What is below the first screen is read when the reader comes near.
    expect(asked).not.toContain('FundHolders');

    const flows = await goToPart(page, 'Flows');
    await page.getByRole('img', { name: 'Shares minted and redeemed by day' }).waitFor();
    const sumOf = (key: 'mintedUsd' | 'redeemedUsd') =>
      fund.flows.reduce((sum, flow) => sum + flow[key], 0);
    const figures = await readFigures(flows);
    expect(figures.slice(0, 2)).toEqual([
      `$${asFixed(sumOf('mintedUsd'), 2)}`,
      `$${asFixed(sumOf('redeemedUsd'), 2)}`,
    ]);
    await flows.getByRole('button', { name: /^Options of Shares minted/ }).click();
    const days = await readDownload(
      page,
      page.getByRole('dialog').getByRole('button', { name: 'CSV' }),
    );
    expect(days[0]).toBe('date,Minted,Redeemed,Net');
    for (const flow of fund.flows.filter(({ netUsd }) => netUsd !== 0)) {
      expect(days).toContain(
        [flow.date, flow.mintedUsd, -flow.redeemedUsd, flow.netUsd].map(String).join(),
      );
    }
    await page.keyboard.press('Escape');

    const holders = await goToPart(page, 'Holders');
    await holders.getByRole('link').first().waitFor();
    expect(
      (await readCells(holders)).map((cells) => cells.slice(0, 3).map((cell) => cell.trim())),
    ).toEqual(
      fund.holders.edges.map(({ node }) => [
        nameOf(node.portfolio.address),
        asShares(node.shares),
        `${asFixed(node.sharePct, 2)} %`,
      ]),
    );
    expect(await holders.getByText(/do not account for/).count()).toBe(0);
    const lines = await readDownload(page, holders.getByRole('button', { name: 'CSV of Holders' }));
    expect(lines.length).toBe(fund.holders.edges.length + 1);
    expect(lines[1]).toContain(fund.holders.edges[0]?.node.portfolio.address ?? '-');
    const wallet = fund.holders.edges.find(({ node }) => node.portfolio.address !== lending);
    const address = wallet?.node.portfolio.address ?? '';
    await holders.getByRole('link', { name: shorten(address) }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/portfolio/${address}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: shares without a known holder are stated, and a fund without flows says so', async () => {
    const context = await explorer.browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    await changeResponses(page, 'FundHolders', {
      text: (text) =>
        text.replace(/"unattributedShares":"\d+"/, '"unattributedShares":"1500000000000000000"'),
    });
    await page.goto(`${explorer.gateway.url}/dtf/${funds.get('TOP10')}`);
    const holders = await goToPart(page, 'Holders');
    await holders.getByText(/The transfers do not account for 1\.500 shares/).waitFor();
    const flows = await goToPart(page, 'Flows');
    const { flows: days } = await ask<{ flows: { mintedUsd: number; redeemedUsd: number }[] }>(
      'TOP10',
      'flows(range: D30) { mintedUsd redeemedUsd }',
    );
    expect(days.filter((day) => day.mintedUsd + day.redeemedUsd > 0)).toEqual([]);
    await flows.getByRole('img', { name: /by month/ }).waitFor();
    await flows.getByRole('radio', { name: '30 days' }).click();
    await flows.getByText('No shares were minted or redeemed in this range.').waitFor();
    await flows.getByRole('button', { name: 'Show all flows' }).click();
    await flows.getByRole('img', { name: 'Shares minted and redeemed by month' }).waitFor();
    expect(await flows.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
    await context.close();
  });

  test('default: events are listed newest first, by type, and older ones on demand', async () => {
    const { page, problems } = await open('LEND');
    const events = await goToPart(page, 'Events');
    await events.getByRole('link').first().waitFor();
    const read = async (types: string) =>
      (
        await ask<{ events: { totalCount: number; edges: { node: DtfEvent }[] } }>(
          'LEND',
          `events(first: 100, filter: { types: [${types}] }) {
            totalCount
            edges { node { type txHash portfolio { address } } }
          }`,
        )
      ).events;
    const all = await read('CREATED, MINTED, REDEEMED, TRANSFERRED');
    expect(all.totalCount).toBeGreaterThan(20);
    const rows = events.locator('tbody tr');
    expect(await rows.count()).toBe(20);
    await events.getByText(`20 of ${all.totalCount} events`).waitFor();
    await events.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows.count()).toBe(Math.min(40, all.totalCount));
    const shown = await readCells(events);
    expect(shown.map((cells) => cells.at(-1))).toEqual(
      all.edges.slice(0, shown.length).map(({ node }) => shorten(node.txHash)),
    );
    expect(shown.map(([, , wallet = '']) => wallet.split(' → ')[0])).toEqual(
      all.edges.slice(0, shown.length).map(({ node }) => nameOf(node.portfolio?.address ?? '')),
    );
    expect(shown.map(([, , wallet]) => wallet).join()).toContain('Lending market');
    const lines = await readDownload(page, events.getByRole('button', { name: 'CSV of Events' }));
    expect(lines[0]).toBe('type,time,wallet,receiver,shares,nav_usd,value_usd,block,tx');
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(
      all.edges.slice(0, shown.length).map(({ node }) => node.txHash),
    );

    await events.getByLabel('Type of event').selectOption('Redeemed');
    await expect.poll(() => page.url()).toContain('events=redeemed');
    const redeemed = await read('REDEEMED');
    await expect
      .poll(async () => (await readCells(events)).map((row) => [row[0]?.slice(0, 8), row[6]]))
      .toEqual(redeemed.edges.map(({ node }) => ['Redeemed', shorten(node.txHash)]));
    await events.getByLabel('Type of event').selectOption('NAV updates');
    await expect.poll(async () => (await readCells(events))[0]?.[0]).toMatch(/^NAV set/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('behavior: on a phone all parts fit and can be read in both colour modes', async () => {
    const { page, problems } = await open('LEND', '?chart=candles', {
      viewport: { width: 375, height: 812 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await page.getByRole('img', { name: /as candles/ }).waitFor();
    for (const [title, sign] of [
      ['Performance and concentration', '[aria-label="Concentration"] dd'],
      ['Quote and order book', 'table[aria-label="Asks"] tbody tr'],
      ['Flows', '[role="img"]'],
      ['Holders', 'tbody tr'],
      ['Events', 'tbody tr'],
    ] as const) {
      await (await goToPart(page, title)).locator(sign).first().waitFor();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFindings(page, { runOnly: colorRules })).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
