import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import { isolatedEnv } from '../support/gateway.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const env = pickInheritedEnv(process.env);

let copy: string;
let installOutput: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'install-'));
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
  for (const file of listed.stdout.split('\0').filter((name) => existsSync(join(root, name))))
    if (file !== '') await cp(join(root, file), join(copy, file));
  const { stdout, stderr } = await run('npm', ['ci', '--omit=dev', '--prefer-offline'], {
    cwd: copy,
    env,
  });
  installOutput = stdout + stderr;
}, 300_000);
afterAll(() => rm(copy, { recursive: true, force: true, maxRetries: 3 }));

/** Apparent size of a folder in MB of 10^6 bytes, without the folders below it that `skip` names. */
async function megabytes(folder: string, skip: (name: string) => boolean): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) bytes += (await lstat(path)).size;
    else if (!skip(entry.name)) bytes += (await megabytes(path, skip)) * 1e6;
  }
  return bytes / 1e6;
}

const isNode = (name: string) => /^node-(bin-)?(linux|darwin|win)-/.test(name);

test('default: npm ci --omit=dev takes at most 150 MB beside Node, and warns of nothing', async () => {
  expect(installOutput).not.toMatch(/warn|EBADENGINE/i);
  expect(await megabytes(join(copy, 'node_modules'), isNode)).toBeLessThanOrEqual(150);
  const nodes = (await readdir(join(copy, 'node_modules'))).filter(isNode);
  expect(nodes.length).toBeLessThanOrEqual(1);
}, 60_000);

test('default: npm ci of everything takes at most 400 MB beside Node', async () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly link?: boolean }>;
  };
  // Only what the lockfile names: a checkout in use may hold more.
  const installed = Object.entries(packages).filter(
    ([path, { link }]) =>
      path.includes('node_modules/') && link !== true && existsSync(join(root, path)),
  );
  let total = 0;
  for (const [path] of installed)
    if (!isNode(path.slice(path.lastIndexOf('/') + 1)))
      total += await megabytes(join(root, path), (name) => name === 'node_modules');
  expect(total).toBeGreaterThan(150);
  expect(total).toBeLessThanOrEqual(400);
}, 60_000);

test('default: without the development packages, npm run gateway gets ready, then builds its bundle', async () => {
  const gateway = spawn('npm', ['run', 'gateway'], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ...isolatedEnv, STATE_DIR: join(copy, 'state') },
  });
  const exited = once(gateway, 'exit');
  try {
    let output = '';
    gateway.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await expect.poll(() => output, { timeout: 30_000 }).toContain('"ready":true');
    const bundle = join(copy, 'dist/gateway/main.js');
    await expect.poll(() => existsSync(bundle), { timeout: 60_000 }).toBe(true);
  } finally {
    process.kill(-(gateway.pid ?? Number.NaN), 'SIGTERM');
    await exited;
  }
}, 120_000);

test('error: without them, npm start says what is missing and what to do', () => {
  const { status, stderr } = spawnSync('npm', ['start'], { cwd: copy, encoding: 'utf8', env });
  expect(status).toBe(1);
  expect(stderr).toContain('The sandbox needs the package @foundry-rs/anvil-');
  expect(stderr).toContain('Run "npm ci" without --omit');
});
