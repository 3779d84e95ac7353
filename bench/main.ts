import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parts } from './cases/index.ts';
import { caseNames, choose, type Extent, type Part } from './cases/part.ts';
import type { World } from './harness/contestant.ts';
import { hasTool, loadCore, missing, serverCore } from './harness/machine.ts';
import { runPart } from './harness/measure.ts';
import { startNode, stopEverythingAtTheEnd } from './harness/processes.ts';
import { type Report, toMarkdown } from './harness/report.ts';
import { createControl } from './upstream/control.ts';

/**
 * The benchmark suite: `npm run bench`, or parts and single cases of it by name:
 * `npm run bench -- nested rest-price`.
 * `--quick` measures in half a minute a part what decides, `--out file` writes the tables there too.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, quick: { type: 'boolean', default: false } },
});

const chosen = choose(parts, positionals);
if (chosen.length === 0) {
  const names = parts.map((part) => [part.name, ...caseNames(part)].join(' '));
  console.error(`There is nothing of that name; there are, parts first:\n  ${names.join('\n  ')}`);
  process.exit(2);
}
for (const tool of ['taskset', 'wrk'] as const) {
  if (hasTool(tool)) continue;
  console.error(`Nothing can be measured: ${missing(tool)}.`);
  process.exit(2);
}

stopEverythingAtTheEnd();
const extent: Extent = values.quick ? 'quick' : 'full';
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const started = performance.now();

const upstream = await startNode({
  script: ['bench/upstream/main.ts'],
  flags: [],
  core: loadCore,
  env: {},
});
const world: World = {
  upstream: upstream.url,
  control: createControl(upstream.url),
  folder,
  core: serverCore,
  standing: new Map(),
};

const reports: Report[] = [];
for (const part of chosen) reports.push(...(await run(part)));
const seconds = (performance.now() - started) / 1000;
const text = `${toMarkdown(reports)}\n\nMeasured in ${seconds.toFixed(0)} s, Node ${process.versions.node}.\n`;
console.log(text);
if (values.out) writeFileSync(values.out, text);
await upstream.stop();
process.exit(0);

/** The part's tables; what it lacks is said, and the suite goes on without it. */
async function run(part: Part): Promise<readonly Report[]> {
  const lacking = part.needs.filter((tool) => !hasTool(tool));
  if (lacking.length > 0) {
    console.error(`${part.name} is left out: ${lacking.map(missing).join('; ')}.`);
    return [];
  }
  return part.kind === 'http' ? runPart(part, world, extent) : part.run(world, extent);
}
