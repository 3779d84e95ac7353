import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectLogSecrets, parseConfig } from '../config.ts';
import { createScrubber } from './encoding/log-secrets.ts';

const url = 'http://10.1.2.3:8200';
const key = 'ab'.repeat(32);
const config = parseConfig({
  DATA_NODE_URL: url,
  ORACLE_URLS: 'http://oracle-one.internal,http://oracle-two.internal',
  L3_RPC_URL:
    'https://user:pass%2Fword@rpc.example/v2/rpc-key-1?token=query-key&v=1&encoded=a%2Fkey-22',
  SETTLEMENT_RPC_URL: url,
  MARKET_DATA_URL: 'http://someone:pa%22ss%5Cword@10.1.2.3:8200',
  EXPLORER_TOKEN: 'explorer-token',
  FAUCET_PRIVATE_KEY: `0x${key}`,
  REDIS_URL: 'rediss://someone:redis%2Fword@cache.internal:6380/3',
});

const imported = `const { createLog } = await import(${JSON.stringify(fileURLToPath(new URL('./log.ts', import.meta.url)))});`;

/** Returns the output of a process that logs this text in an error and its cause. */
function logged(text: string): string {
  const script = `
    ${imported}
    const cause = new Error('cause ' + process.env.TEXT);
    createLog('debug', JSON.parse(process.env.HIDDEN)).warn(
      { err: new Error('failed ' + process.env.TEXT, { cause }), plain: process.env.TEXT },
      process.env.TEXT,
    );`;
  const env = { TEXT: text, HIDDEN: JSON.stringify(collectLogSecrets(config)) };
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
  'rpc-key-1',
  'query-key',
  'a/key-22',
  'a%2Fkey-22',
  'pass%2Fword',
  'pass/word',
  'pa"ss\\word',
])('behavior: a log line has [hidden] instead of %s', (text) => {
  const line = logged(`connect ECONNREFUSED ${text}`);
  expect(line).not.toContain(text);
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: expect.stringContaining('[hidden]') });
});

test('behavior: every host and password of a Redis URL of several hosts is hidden', () => {
  const url =
    'redis-sentinel://someone:redis%2Fword@one.internal,10.1.2.4:26380/0?master=m&sentinelPassword=guard-word';
  const scrub = createScrubber(
    collectLogSecrets(
      parseConfig({
        DATA_NODE_URL: 'http://data',
        ORACLE_URLS: 'http://oracle',
        L3_RPC_URL: 'http://chain',
        SETTLEMENT_RPC_URL: 'http://chain',
        MARKET_DATA_URL: 'http://market',
        REDIS_URL: url,
      }),
    ),
  );
  for (const text of [
    url,
    'one.internal',
    'one.internal:26379',
    '10.1.2.4:26380',
    'redis/word',
    'redis%2Fword',
    'guard-word',
  ]) {
    const line = scrub(`${JSON.stringify({ msg: `connect to ${text} failed` })}\n`);
    expect(JSON.parse(line)).toEqual({ msg: 'connect to [hidden] failed' });
  }
});

describe('texts that are not secrets', () => {
  const plain = parseConfig({
    DATA_NODE_URL: 'http://data/api',
    ORACLE_URLS: 'http://oracle:80/vision,http://level/time',
    L3_RPC_URL: 'http://short:pass@chain/v1?apikey=a1',
    SETTLEMENT_RPC_URL: 'http://chain',
    MARKET_DATA_URL: 'http://market/path?network=ethereum&apikey=secretly',
    EXPLORER_TOKEN: 'token',
  });
  const scrub = createScrubber(collectLogSecrets(plain));
  const scrubbed = (value: object) => JSON.parse(scrub(`${JSON.stringify(value)}\n`));

  test.each<object>([
    { path: '/api/price', msg: 'the data node failed', level: 30 },
    { data: 'level', time: 'api', short: 'pass', token: 'vision' },
    { msg: 'pass /api/vision on ethereum' },
  ])('default: %j', (value) => {
    expect(scrubbed(value)).toEqual(value);
  });

  test.each([
    ['fetch http://data/api/price?x=1 failed', 'fetch [hidden] failed'],
    ['fetch http://data failed', 'fetch [hidden] failed'],
    ['http://data.example/api stays', 'http://data.example/api stays'],
    ['at http://short:pass@chain/v1?apikey=a1, twice', 'at [hidden] twice'],
    ['connect ECONNREFUSED oracle:80', 'connect ECONNREFUSED [hidden]'],
    ['secretly', '[hidden]'],
    ['redis://someone:word@elsewhere', 'redis://[hidden]@elsewhere'],
  ])('behavior: %s is %s', (text, shown) => {
    expect(scrubbed({ msg: text, err: { message: text, list: [text] } })).toEqual({
      msg: shown,
      err: { message: shown, list: [shown] },
    });
  });
});

describe('any log line', () => {
  const found = collectLogSecrets(config);
  const scrub = createScrubber(found);
  const complete = [
    'https://user:pass%2Fword@rpc.example/v2/rpc-key-1?token=query-key&v=1&encoded=a%2Fkey-22',
    'http://10.1.2.3:8200/price',
  ];
  const pieces = fc.oneof(fc.string(), fc.constantFrom(...found.secrets, ...complete, '"', '\\'));
  const text = fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join(' '));
  const key = fc.oneof(fc.string(), fc.constantFrom('data', 'level', ...found.secrets));
  const { fields } = fc.letrec<{ value: unknown; fields: object }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), tie('fields')),
    fields: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }));
  const namesIn = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, one]) => [name, namesIn(one)])
      : null;
  const textsIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [String(value)];

  test('behavior: it stays JSON with the same field names, and no value contains a secret', () => {
    fc.assert(
      fc.property(fields, (logged) => {
        const line = scrub(`${JSON.stringify(logged)}\n`);
        expect(line.match(/\n/g)).toHaveLength(1);
        const shown = JSON.parse(line);
        expect(namesIn(shown)).toEqual(namesIn(JSON.parse(JSON.stringify(logged))));
        for (const one of textsIn(shown)) {
          for (const secret of [...found.secrets, ...complete]) expect(one).not.toContain(secret);
        }
      }),
    );
  });
});

test('behavior: a version in the query of an upstream URL is not taken for a secret', () => {
  expect(JSON.parse(logged('answered in 11 ms'))).toMatchObject({ msg: 'answered in 11 ms' });
});

test('default: other lines are written unchanged, one for each log call', () => {
  expect(JSON.parse(logged('two\nlines'))).toMatchObject({
    msg: 'two\nlines',
    plain: 'two\nlines',
  });
});

const fullDisk = '/dev/full';

test.runIf(existsSync(fullDisk))('behavior: a full disk behind stdout stops no request', () => {
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
