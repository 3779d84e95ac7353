import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { hiddenTexts } from './log.ts';

const url = 'http://10.1.2.3:8200';
const key = 'ab'.repeat(32);
const config = parseConfig({
  DATA_NODE_URL: url,
  ORACLE_URLS: 'http://oracle-one.internal,http://oracle-two.internal',
  L3_RPC_URL: 'https://user:pass%2Fword@rpc.example/v2/rpc-key?token=query-key&v=1&encoded=a%2Fkey',
  SETTLEMENT_RPC_URL: url,
  MARKET_DATA_URL: 'http://someone:pa%22ss%5Cword@10.1.2.3:8200',
  EXPLORER_TOKEN: 'explorer-token',
  FAUCET_PRIVATE_KEY: `0x${key}`,
  REDIS_URL: 'rediss://someone:redis%2Fword@cache.internal:6380/3',
});

const imported = `const { createLog } = await import(${JSON.stringify(fileURLToPath(new URL('./log.ts', import.meta.url)))});`;

/** What a process prints that logs this text in an error and its cause. */
function logged(text: string): string {
  const script = `
    ${imported}
    const cause = new Error('cause ' + process.env.TEXT);
    createLog('debug', JSON.parse(process.env.HIDDEN)).warn(
      { err: new Error('failed ' + process.env.TEXT, { cause }), plain: process.env.TEXT },
      process.env.TEXT,
    );`;
  const env = { TEXT: text, HIDDEN: JSON.stringify(hiddenTexts(config)) };
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
  }).stdout.toString();
}

test.each([
  'explorer-token',
  key,
  '10.1.2.3:8200',
  'oracle-one.internal',
  'oracle-two.internal',
  'cache.internal:6380',
  'redis%2Fword',
  'redis/word',
  'rpc.example',
  '/v2/rpc-key',
  'query-key',
  'a/key',
  'a%2Fkey',
  'pass%2Fword',
  'pass/word',
  'pa"ss\\word',
])('behavior: a log line shows [hidden] in the place of %s', (text) => {
  const line = logged(`connect ECONNREFUSED ${text}`);
  expect(line).not.toContain(text);
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: expect.stringContaining('[hidden]') });
});

test('behavior: a version in a query hides nothing', () => {
  expect(JSON.parse(logged('answered in 11 ms'))).toMatchObject({ msg: 'answered in 11 ms' });
});

test('default: everything else is logged as it is, a line each', () => {
  expect(JSON.parse(logged('two\nlines'))).toMatchObject({
    msg: 'two\nlines',
    plain: 'two\nlines',
  });
});

const fullDisk = '/dev/full';

test.runIf(existsSync(fullDisk))('behavior: a full disk behind stdout stops nobody', () => {
  const script = `
    ${imported}
    const log = createLog('info');
    for (let line = 0; line < 5; line += 1) {
      log.info('not written');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.error('alive');`;
  const stdout = openSync(fullDisk, 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  });
  closeSync(stdout);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: 'alive\n' });
});
