/**
 * Measures every page of the explorer in Chromium, or those whose paths are the arguments, and
 * prints the tables of docs/explorer.md. It starts a sandbox of its own. Nothing else should run on
 * the machine meanwhile.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { colorRules, seriousFindings } from '../tests/support/accessibility.ts';
import { explorerPaths, startExplorer } from '../tests/support/explorer.ts';

/** Factor by which Chromium's device emulation slows the processor down. */
const slowdown = 4;
const phone = { width: 375, height: 812 };
const wide = { width: 1400, height: 1000 };
/** Milliseconds to wait after a page has loaded. */
const settling = 2000;
/** Number of visits of each page, of which the median counts. */
const visits = 3;
const wholeRun = 'categoryId=all&topN=10&weighting=mcap';

type Vitals = { bytes: number; largestPaint: number; dataShown: number; shift: number };

await using explorer = await startExplorer();
const { browser, gateway } = explorer;

/** Opens a page for the first time, with an empty cache. */
async function openNew(path: string, options: BrowserContextOptions, slow: boolean) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const vitals = { largestPaint: 0, shift: 0 };
    Object.assign(globalThis, { vitals });
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) vitals.largestPaint = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) vitals.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (slow) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  await page.goto(gateway.url + path);
  return page;
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    if (document.querySelector('.skeleton') !== null) return false;
    Object.assign(globalThis, { dataShown: performance.now() });
    return true;
  });
  await page.waitForTimeout(settling);
}

const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(() => {
    const files = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const bytes = files
      .filter(({ name }) => !/\/(graphql|rpc)\b/.test(new URL(name).pathname))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
    const { vitals, dataShown } = globalThis as unknown as Pick<Vitals, 'dataShown'> & {
      vitals: Pick<Vitals, 'largestPaint' | 'shift'>;
    };
    return { ...vitals, bytes, dataShown };
  });

/** Measures the web vitals of a first visit with a slow processor. */
async function measureVisit(path: string): Promise<Vitals> {
  const page = await openNew(path, { viewport: wide }, true);
  await settle(page);
  const vitals = await readVitals(page);
  await page.context().close();
  return vitals;
}

/** Returns the median of an odd number of values. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Counts the serious findings of axe on a phone, in both colour modes. */
async function countFindings(path: string): Promise<number> {
  const options = { viewport: phone, reducedMotion: 'reduce', colorScheme: 'light' } as const;
  const page = await openNew(path, options, false);
  await settle(page);
  const light = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await seriousFindings(page, { runOnly: colorRules });
  await page.context().close();
  return light.length + dark.length;
}

/** Measures the milliseconds from opening a run's URL to its finished chart. */
async function measureRun(query: string): Promise<number> {
  const start = performance.now();
  const page = await openNew(`/backtest?${query}`, { viewport: wide }, false);
  await page.getByRole('img', { name: /Growth of 1/ }).waitFor();
  const took = performance.now() - start;
  await page.context().close();
  return took;
}

/**
 * Measures the milliseconds between frames while the mouse moves over a chart of ten runs,
 * ascending, and those that a move takes on the page's main thread.
 */
async function measureHover(runIds: readonly number[]) {
  const page = await openNew(`/backtest?runs=${runIds.join()}`, { viewport: wide }, false);
  const chart = page.getByRole('img', { name: /Growth of 1/ });
  await chart.waitFor();
  await page.waitForTimeout(settling);
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readTime = async (name: string) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  };
  const readTimes = async () => ({
    task: await readTime('TaskDuration'),
    script: await readTime('ScriptDuration'),
  });
  const before = await readTimes();
  const end = performance.now() + 5000;
  let step = 0;
  for (; performance.now() < end; step += 1) {
    const share = Math.abs(((step * 7) % 1600) / 800 - 1);
    await page.mouse.move(box.x + 20 + share * (box.width - 120), box.y + box.height / 2);
  }
  const after = await readTimes();
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  await page.context().close();
  return {
    frames: frames.slice(1).sort((a, b) => a - b),
    task: (after.task - before.task) / step,
    script: (after.script - before.script) / step,
  };
}

/** Runs a backtest and returns its id. */
async function runOnce(query: string): Promise<number> {
  const page = await openNew(`/backtest?${query}`, { viewport: wide }, false);
  await page.waitForURL(/runs=\d+/);
  const runId = Number(new URL(page.url()).searchParams.get('runs'));
  await page.context().close();
  return runId;
}

console.log(
  '| page | first load, kB | LCP, s | all data, s | layout shift | axe |\n|---|---|---|---|---|---|',
);
const chosen = process.argv.slice(2);
for (const path of chosen.length > 0 ? chosen : explorerPaths) {
  const vitals: Vitals[] = [];
  for (let visit = 0; visit < visits; visit += 1) vitals.push(await measureVisit(path));
  const middle = (name: keyof Vitals) => median(vitals.map((visit) => visit[name]));
  const figures = [
    (middle('bytes') / 1000).toFixed(0),
    (middle('largestPaint') / 1000).toFixed(2),
    (middle('dataShown') / 1000).toFixed(2),
    middle('shift').toFixed(3),
  ];
  console.log(`| \`${path}\` | ${figures.join(' | ')} | ${await countFindings(path)} |`);
}

const fiveYearsAgo = `${new Date().getUTCFullYear() - 5}-01-01`;
const seconds: string[] = [];
for (let visit = 0; visit < visits; visit += 1) {
  // Each visit uses other parameters, because a cached run would not be computed again.
  const query = `${wholeRun}&rebalanceDays=1&startDate=${fiveYearsAgo}&baseFeePct=0.${visit + 1}`;
  seconds.push(((await measureRun(query)) / 1000).toFixed(2));
}
console.log(`five years, rebalanced daily, from opening to the chart: ${seconds.join(', ')} s`);

const runIds: number[] = [];
for (let topN = 5; topN < 15; topN += 1) {
  runIds.push(await runOnce(`categoryId=all&weighting=equal&rebalanceDays=30&topN=${topN}`));
}
const { frames, task, script } = await measureHover(runIds);
const at = (share: number) => (frames[Math.floor(frames.length * share)] ?? 0).toFixed(1);
console.log(
  `ten runs, frames while hovering: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, 99 % ${at(0.99)} ms; ` +
    `a move takes ${task.toFixed(1)} ms of the main thread, ${script.toFixed(1)} ms of it in scripts`,
);
