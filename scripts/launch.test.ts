import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A version of Node on this machine that is too old to run TypeScript, if there is one. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const [major] =
      spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.split('.') ??
      [];
    return major !== undefined && major !== '' && Number(major) < 22;
  });

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'launch-'));
  mkdirSync(join(dir, 'scripts'));
  copyFileSync(join(import.meta.dirname, 'launch.mjs'), join(dir, 'scripts', 'launch.mjs'));
  writeFileSync(
    join(dir, 'entry.ts'),
    'const words: readonly string[] = process.argv.slice(2);\nconsole.log(words.join(" "));\nprocess.exitCode = 7;\n',
  );
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const launch = (node: string) =>
  spawnSync(node, ['scripts/launch.mjs', 'entry.ts', 'one', 'two'], { cwd: dir, encoding: 'utf8' });

test('default: a Node that is new enough runs the entry itself', () => {
  expect(launch(process.execPath)).toMatchObject({ stdout: 'one two\n', status: 7 });
});

test.skipIf(oldNode === undefined)('behavior: an older one hands over and links', () => {
  const bin = join(dir, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  mkdirSync(join(dir, 'node_modules', '.bin'));
  expect(launch(oldNode ?? '')).toMatchObject({ stdout: 'one two\n', status: 7 });
  const linked = realpathSync(join(dir, 'node_modules', '.bin', 'node'));
  expect(linked).toBe(realpathSync(process.execPath));
});

test('error: the package that npm has left out is named, and the entry runs', () => {
  const modules = join(dir, 'node_modules');
  const hint = 'npm has left out';
  expect(launch(process.execPath).stderr).not.toContain(hint);
  // The bundler names its compiled parts for all platforms; of those, this project has one.
  cpSync('node_modules/rolldown/package.json', join(modules, 'rolldown', 'package.json'));
  const [part = ''] = readdirSync('node_modules/@rolldown').filter((name) =>
    name.startsWith(`binding-${process.platform}-${process.arch}`),
  );
  expect(launch(process.execPath)).toMatchObject({ stdout: 'one two\n', status: 7 });
  expect(launch(process.execPath).stderr).toContain(`${hint} @rolldown/${part}, as it does`);
  mkdirSync(join(modules, '@rolldown', `${part}-other`), { recursive: true });
  expect(launch(process.execPath).stderr).toContain(hint);
  mkdirSync(join(modules, '@rolldown', part));
  expect(launch(process.execPath).stderr).not.toContain(hint);
});

test.skipIf(oldNode === undefined)('error: an older one alone says what is wrong', () => {
  const { stderr, status } = launch(oldNode ?? '');
  expect(status).toBe(1);
  expect(stderr).toContain('Node 22.19 or newer is needed, this is ');
  expect(stderr).toContain('npm ci');
});

/** Runs `npm start` whose script launches the entry. */
function startNpm(entry: string) {
  writeFileSync(join(dir, 'entry.ts'), entry);
  const script = 'node scripts/launch.mjs entry.ts';
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { start: script } }));
  return spawn('npm', ['start', '--silent'], {
    cwd: dir,
    detached: true,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('default: npm returns the exit code of the entry', async () => {
  const npm = startNpm('process.exitCode = 7;');
  expect(await once(npm, 'exit')).toEqual([7, null]);
});

const entry = `process.once('SIGTERM', () => { console.log('stopped'); process.exit(); });
setInterval(() => undefined, 1_000);
console.log('started');`;

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'behavior: %s to npm alone makes the entry stop',
  async (signal) => {
    const npm = startNpm(entry);
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await expect.poll(() => output).toContain('started');
    npm.kill(signal);
    await once(npm, 'close');
    expect(output).toContain('stopped');
  },
);

test('behavior: Ctrl-C reaches the entry, and npm waits for it', async () => {
  const npm = startNpm(entry.replace('SIGTERM', 'SIGINT'));
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await expect.poll(() => output).toContain('started');
  process.kill(-(npm.pid ?? Number.NaN), 'SIGINT');
  await once(npm, 'exit');
  expect(output).toContain('stopped');
});
