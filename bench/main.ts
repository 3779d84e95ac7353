import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchParts } from './cases/bench-parts.ts';
import { listCaseNames, type RunExtent, selectParts } from './harness/bench-part.ts';
import { compareCheckouts, explainNotComparable } from './harness/compare-checkouts.ts';
import type { BenchContext } from './harness/contestant.ts';
import { explainRequiredMisses, type Report, toMarkdown } from './harness/report.ts';
import { runPart } from './harness/run-part.ts';
import { killChildrenOnExit, startNode } from './machine/child-processes.ts';
import { explainMissingTool, hasTool, loadCore, serverCore } from './machine/cores-and-tools.ts';
import { createScratchFolder } from './machine/scratch-folders.ts';
import { createControl } from './upstream/upstream-control.ts';

/**
 * The benchmark suite: `npm run bench`. Names select parts and single cases, as in
 * `npm run bench -- nested rest-price`.
 *
 * - `--beside folder` also measures the code of another checkout, whose packages are installed.
 * - `--quick` measures only the decisive cases, half a minute each.
 * - `--out file` also writes the tables to a file.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: 'string' },
    out: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});

/** Minutes after which the suite is aborted. */
const maxMinutes = 25;

const other = values.beside === undefined ? undefined : resolve(values.beside);
const notComparable = other === undefined ? null : explainNotComparable(other);
if (notComparable !== null) exitWithError(`Nothing can be measured: ${notComparable}.`);
const chosen = selectParts(benchParts, positionals).map((part) =>
  other === undefined ? part : compareCheckouts(part, other),
);
if (chosen.length === 0) {
  const names = benchParts.map((part) => [part.name, ...listCaseNames(part)].join(' '));
  exitWithError(
    `There is no part or case of that name. Each line has a part and its cases:\n  ${names.join('\n  ')}`,
  );
}
if (!existsSync(fileURLToPath(new URL('node_modules', import.meta.url)))) {
  exitWithError(
    'Nothing can be measured: the peers are not installed. Run `npm ci --prefix bench` first.',
  );
}
for (const tool of ['taskset', 'wrk'] as const) {
  if (!hasTool(tool)) exitWithError(`Nothing can be measured: ${explainMissingTool(tool)}.`);
}

killChildrenOnExit();
const extent: RunExtent = values.quick ? 'quick' : 'full';
const folder = createScratchFolder();
setTimeout(() => {
  console.error(`The suite is aborted after ${maxMinutes} minutes.`);
  process.exit(1);
}, maxMinutes * 60_000).unref();
const started = performance.now();

const upstream = await startNode({
  script: ['bench/upstream/main.ts'],
  flags: [],
  core: loadCore,
  env: {},
});
const world: BenchContext = {
  upstream: upstream.url,
  control: createControl(upstream.url),
  folder,
  core: serverCore,
  runningOrigins: new Map(),
};

const reports: Report[] = [];
const failures: string[] = [];
for (const part of chosen) {
  const lacking = part.needs.filter((tool) => !hasTool(tool));
  if (lacking.length > 0) {
    failures.push(`${part.name} is left out: ${lacking.map(explainMissingTool).join('; ')}.`);
    continue;
  }
  const begun = performance.now();
  try {
    const measured = part.kind === 'http' ? runPart(part, world, extent) : part.run(world, extent);
    for await (const report of measured) reports.push(report);
  } catch (error) {
    // A failed part does not discard the results of the others.
    console.error(error);
    failures.push(`${part.name} failed: ${String(error).split('\n', 1)}`);
    process.exitCode = 1;
  }
  console.error(`${part.name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  if (values.out) writeFileSync(values.out, toText());
}
const misses = explainRequiredMisses(reports);
failures.push(...misses);
if (misses.length > 0) process.exitCode = 1;
if (values.out) writeFileSync(values.out, toText());
console.log(toText());
await upstream.stop();
process.exit();

/** Prints an error and exits. No process has been started yet. */
function exitWithError(why: string): never {
  console.error(why);
  process.exit(2);
}

function toText(): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const end = `Measured in ${seconds} s, Node ${process.versions.node}.`;
  return `${[toMarkdown(reports), ...failures, end].join('\n\n')}\n`;
}
