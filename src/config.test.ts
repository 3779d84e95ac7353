import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const url = 'http://127.0.0.1:1';
const least = {
  DATA_NODE_URL: url,
  ORACLE_URLS: url,
  L3_RPC_URL: url,
  SETTLEMENT_RPC_URL: url,
  MARKET_DATA_URL: url,
};
const read = (env: Readonly<Record<string, string>>) => parseConfig({ ...least, ...env });

test('default: whitespace around values is dropped, and whitespace alone counts as unset', () => {
  const config = read({
    PORT: ' 8080\n',
    HOST: ' ',
    CACHE_MAX_MB: '\t',
    EXPLORER_TOKEN: 'from-a-file\n',
    DATA_NODE_URL: ` ${url}/ `,
  });
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', explorerToken: 'from-a-file' });
  expect(config.cacheMaxBytes).toBe(read({}).cacheMaxBytes);
  expect(config.dataNodeUrl).toBe(url);
});

test('error: the message lists all problems', () => {
  const env = {
    PORT: '65536',
    EXPLORER_TOKEN: 'one\r\nx-other: 2',
    FAUCET_PRIVATE_KEY: '0x12',
    TRUSTED_PROXIES: 'proxy',
    ORACLE_URLS: '',
  };
  for (const name of Object.keys(env)) expect(() => read(env)).toThrow(`\n  ${name}: `);
});

test.each(['0x10', '1e3', '-1', '80.5', 'true', '65536'])(
  'error: a port %j is rejected',
  (PORT) => {
    expect(() => read({ PORT })).toThrow('PORT: must be a whole number from 0 to 65535');
  },
);

test.each(['0'.repeat(64), 'f'.repeat(64)])(
  'error: a private key 0x%s is rejected and not in the message',
  (digits) => {
    expect(() => read({ FAUCET_PRIVATE_KEY: `0x${digits}` })).toThrow(
      /^The gateway cannot start:\n {2}FAUCET_PRIVATE_KEY: is not a key of secp256k1$/,
    );
  },
);

test('args: compiled execution is on by default', () => {
  expect(read({}).compiledExecution).toBe(true);
  expect(read({ COMPILED_EXECUTION: 'off' }).compiledExecution).toBe(false);
  expect(() => read({ COMPILED_EXECUTION: 'no' })).toThrow('COMPILED_EXECUTION: must be on or off');
});

describe('REDIS_URL', () => {
  test.each([
    'redis://127.0.0.1',
    'redis://127.0.0.1:6379/',
    'rediss://user:100%25@[::1]:6379/3?family=6',
    'redis://h1:7000,h2:7001/?cluster=true',
    'redis-sentinel://h1:26379,h2:26379/0?master=mymaster',
  ])('default: %s is accepted', (REDIS_URL) => {
    expect(read({ REDIS_URL })).toMatchObject({ redisUrl: REDIS_URL });
  });

  test.each([
    ['http://127.0.0.1', 'a redis, rediss, redis-sentinel or rediss-sentinel URL'],
    ['redis://127.0.0.1/first', 'the number of a database'],
    ['redis://:100%sure@127.0.0.1', 'percent-encoded'],
    ['redis://h1,h2', 'cluster=true'],
  ])('error: %s is rejected', (REDIS_URL, words) => {
    expect(() => read({ REDIS_URL })).toThrow(
      new RegExp(`^The gateway cannot start:\n {2}REDIS_URL: must .*${words}.*$`),
    );
  });
});

describe('size of the value cache', () => {
  const mebibyte = 1024 * 1024;
  const cacheIn = (heap: number, env: Readonly<Record<string, string>> = {}) =>
    parseConfig({ ...least, ...env }, heap * mebibyte);

  test('default: 256 MB, or a sixth of a small heap, and a quarter of it for responses', () => {
    expect(read({}).cacheMaxBytes).toBe(256 * mebibyte);
    expect(cacheIn(4288).cacheMaxBytes).toBe(256 * mebibyte);
    expect(cacheIn(296).cacheMaxBytes).toBe(49 * mebibyte);
    expect(cacheIn(296).responseCacheMaxBytes).toBe(49 * 0.25 * mebibyte);
  });

  test('args: CACHE_MAX_MB, up to half of the heap', () => {
    expect(cacheIn(296, { CACHE_MAX_MB: '148' }).cacheMaxBytes).toBe(148 * mebibyte);
    expect(() => cacheIn(296, { CACHE_MAX_MB: '149' })).toThrow(
      'CACHE_MAX_MB: must be at most half of the heap, which is 296 MB',
    );
  });

  test('error: a size that is too large is listed with all other problems', () => {
    const env = { CACHE_MAX_MB: '149', PORT: 'http', ORACLE_URLS: '' };
    for (const name of Object.keys(env)) expect(() => cacheIn(296, env)).toThrow(`\n  ${name}: `);
  });
});

test('default: responses have 8 MB, clients 30 s to read on, and 64 of 256 MB of unread bytes', () => {
  const mebibyte = 1024 * 1024;
  expect(read({})).toMatchObject({
    maxResponseBytes: 8 * mebibyte,
    responseStallLimit: 30_000,
    pendingResponses: { maxBytes: 256 * mebibyte, maxClientBytes: 64 * mebibyte },
  });
});

describe('trusted proxies', () => {
  test('default: addresses and ranges of both families', () => {
    const ranges = ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '::/0'];
    const { trustedProxies } = read({ TRUSTED_PROXIES: ranges.join(', ') });
    expect(trustedProxies.rules).toHaveLength(ranges.length);
  });

  test.each([
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/8/9',
    '10.0.0.0/ 8',
    '10.0.0.0/abc',
    '::1/129',
    'loopback',
    '10.0.0',
    '/8',
  ])('error: %j is rejected', (range) => {
    const refused = expect(() => read({ TRUSTED_PROXIES: `127.0.0.1,${range}` }));
    refused.toThrow('TRUSTED_PROXIES: must be addresses or ranges');
  });
});
