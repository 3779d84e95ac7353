/**
 * Second step of `npm test`, after the tools are installed: everything that CI runs. Tests at the
 * interfaces run on the bundle, as in production. The container image is built, and the packages of
 * the client libraries and of the bench are installed, beside the first tests, which do not measure
 * time. Arguments go to vitest, which then runs alone.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const started = performance.now();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

async function runEverything(): Promise<void> {
  const prepared = Promise.all([
    buildImage(),
    install('tests/clients/libraries'),
    install('bench'),
  ]);
  // Awaited below; until then its failure is no unhandled rejection.
  prepared.catch(() => undefined);
  await run('npm', ['run', 'check']);
  // Tests that run at the same time share this build.
  await run('node', ['scripts/launch.mjs', 'scripts/build-explorer.ts']);
  await run('node', ['scripts/launch.mjs', 'scripts/build-gateway.ts']);
  process.env.TEST_BUNDLE = '1';
  await runVitest(reportTo('main'));
  await prepared;
  const testPackage = (folder: string, name: string) =>
    runQuietly('npm', ['test', '--prefix', folder, '--', ...reportTo(name)]);
  await Promise.all([
    testPackage('tests/clients/libraries', 'clients'),
    testPackage('bench', 'bench'),
  ]);
  printTotal(['main', 'clients', 'bench']);
}

/** Builds and starts the container image, for which Linux is needed. */
async function buildImage(): Promise<void> {
  if (process.platform === 'linux') await runQuietly('deploy/ci/test-image', []);
  else console.log('The container image is tested on Linux only.');
}

/** Installs a package outside the workspace, unless its lockfile has been installed already. */
async function install(folder: string): Promise<void> {
  const changed = (file: string) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
  const installed = changed('node_modules/.package-lock.json');
  if (installed !== undefined && installed >= (changed('package-lock.json') ?? 0)) return;
  await runQuietly('npm', ['ci', '--prefix', folder]);
}

const reportTo = (name: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, `${name}.json`)}`,
];

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
});

/** Prints the sum over all runs of vitest in one line. */
function printTotal(names: readonly string[]): void {
  const totals = names.map((name) =>
    reportSchema.parse(JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'))),
  );
  const sum = (key: keyof (typeof totals)[number]) =>
    totals.reduce((total, report) => total + report[key], 0);
  console.log(`npm test took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`);
  console.log(
    `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped`,
  );
}

/** Runs a command; its output is this process's. */
const run = (command: string, args: readonly string[]) => exec(command, args, false);

const runVitest = (args: readonly string[]) =>
  run('node', ['scripts/launch.mjs', 'node_modules/vitest/vitest.mjs', 'run', ...args]);

/** Runs a command beside others; its output is printed when it has ended. */
const runQuietly = (command: string, args: readonly string[]) => exec(command, args, true);

async function exec(command: string, args: readonly string[], isQuiet: boolean): Promise<void> {
  const output: Buffer[] = [];
  const code = await new Promise<number | string>((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // npm and npx are scripts of the shell on Windows.
      shell: process.platform === 'win32',
      signal: stopping.signal,
    });
    child.stdout?.on('data', (data: Buffer) => output.push(data));
    child.stderr?.on('data', (data: Buffer) => output.push(data));
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 1));
  });
  process.stdout.write(Buffer.concat(output));
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}`);
}

const filters = process.argv.slice(2);
try {
  if (filters.length > 0) await runVitest(filters);
  else await runEverything();
} catch (error) {
  stopping.abort();
  console.error(`npm test failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
