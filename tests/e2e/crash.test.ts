import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import { isolatedEnv } from '../support/gateway.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a gateway that a piece of code is loaded into before, until it has ended; stops it once it is ready where told. */
async function run(code: string, options: { readonly level?: string; readonly stops?: boolean }) {
  const dir = await mkdtemp(join(tmpdir(), 'crash-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const preload = `data:text/javascript,${encodeURIComponent(code)}`;
  const child = spawn(process.execPath, ['--import', preload, 'src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...pickInheritedEnv(process.env),
      ...isolatedEnv,
      STATE_DIR: dir,
      LOG_LEVEL: options.level ?? 'info',
    },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      if (options.stops && said.stdout.includes('"ready":true')) child.kill('SIGTERM');
    });
  }
  const [exitCode] = await once(child, 'close');
  const lines = said.stdout.trimEnd().split('\n');
  return {
    exitCode,
    stderr: said.stderr,
    lines: lines.map((line) => JSON.parse(line) as Record<string, never>),
  };
}

const like = { level: expect.any(Number), time: expect.any(String), msg: expect.any(String) };

test.each([
  ['an exception', 'throw new TypeError("unforeseen")'],
  ['a rejection', 'Promise.reject(new TypeError("unforeseen"))'],
])(
  'error: %s nobody foresaw is the last line, with its stack, and ends with 1',
  async (_name, fault) => {
    for (const level of ['info', 'silent']) {
      const code = `setTimeout(function deep() { ${fault} }, 2500)`;
      const { exitCode, stderr, lines } = await run(code, { level });
      expect(exitCode).toBe(1);
      expect(stderr).toBe('');
      for (const line of lines) expect(line).toMatchObject(like);
      expect(lines.at(-1)).toMatchObject({
        level: 60,
        msg: 'the gateway has crashed',
        err: { type: 'TypeError', message: 'unforeseen', stack: expect.stringContaining('deep') },
      });
    }
  },
);

test('error: a thrown value that is not an error is reported as well', async () => {
  const { exitCode, lines } = await run('setTimeout(() => { throw null; }, 2500)', {});
  expect(exitCode).toBe(1);
  expect(lines.at(-1)).toMatchObject({ level: 60, err: { message: 'not an error: null' } });
});

test('default: every line from the first to the last is JSON, warnings of node too', async () => {
  const code = 'setTimeout(() => process.emitWarning("odd", "DeprecationWarning", "DEP9"), 0)';
  const { exitCode, stderr, lines } = await run(code, { stops: true });
  expect(exitCode).toBe(0);
  expect(stderr).toBe('');
  for (const line of lines) expect(line).toMatchObject(like);
  expect(lines).toContainEqual(expect.objectContaining({ ready: true, level: 30 }));
});
