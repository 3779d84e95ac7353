import { expect, test } from 'vitest';
import { parseRedisUrl, splitRedisUrl } from './redis-url.ts';

const plain = {
  topology: 'single',
  hosts: [{ host: '127.0.0.1', port: 6379 }],
  hasTls: false,
  username: undefined,
  password: undefined,
  database: 0,
  master: '',
  sentinelUsername: undefined,
  sentinelPassword: undefined,
  family: 0,
};
const twoHosts = [
  { host: 'h1', port: 7000 },
  { host: 'h2', port: 6379 },
];

test.each([
  ['redis://127.0.0.1', {}],
  ['redis://127.0.0.1:6379/', {}],
  [' redis://127.0.0.1/?cluster=false ', {}],
  [
    'rediss://user:100%25@[::1]:6380/3?family=6',
    {
      hosts: [{ host: '::1', port: 6380 }],
      hasTls: true,
      username: 'user',
      password: '100%',
      database: 3,
      family: 6,
    },
  ],
  ['redis://:a@b:c@127.0.0.1', { password: 'a@b:c' }],
  ['redis://user@127.0.0.1', { username: 'user' }],
  ['redis://h1:7000,h2/?cluster=true', { topology: 'cluster', hosts: twoHosts }],
  [
    'rediss://:word@[::1]:7000?cluster=true',
    {
      topology: 'cluster',
      hosts: [{ host: '::1', port: 7000 }],
      hasTls: true,
      password: 'word',
    },
  ],
  [
    'redis-sentinel://user:word@h1:7000, h2:6379/2?master=my%20master',
    {
      topology: 'sentinel',
      hosts: twoHosts,
      username: 'user',
      password: 'word',
      database: 2,
      master: 'my master',
    },
  ],
  [
    'rediss-sentinel://s/?master=m&sentinelUsername=guard&sentinelPassword=a%2Fb',
    {
      topology: 'sentinel',
      hosts: [{ host: 's', port: 26_379 }],
      hasTls: true,
      master: 'm',
      sentinelUsername: 'guard',
      sentinelPassword: 'a/b',
    },
  ],
])('default: %s', (text, parts) => {
  expect(parseRedisUrl(text)).toEqual({ ...plain, ...parts });
});

test.each([
  ['', 'a redis, rediss, redis-sentinel or rediss-sentinel URL'],
  ['http://127.0.0.1', 'a redis, rediss, redis-sentinel or rediss-sentinel URL'],
  ['redis:127.0.0.1', 'a redis, rediss, redis-sentinel or rediss-sentinel URL'],
  ['redis://127.0.0.1/first', 'the number of a database'],
  ['redis:///tmp/redis.sock', 'the number of a database'],
  ['redis:///0', 'hosts as host'],
  ['redis://h1,,h2/?cluster=true', 'hosts as host'],
  ['redis://h1:none,h2/?cluster=true', 'hosts as host'],
  ['redis://h1:70000', 'hosts as host'],
  ['redis://h1:0', 'hosts as host'],
  ['redis://:100%sure@127.0.0.1', 'percent-encoded'],
  ['redis://h1,h2', 'cluster=true to name several hosts'],
  ['redis://h1,h2/3?cluster=true', 'no database but 0'],
  ['redis://h1?cluster=yes', 'cluster=true, cluster=false or neither'],
  ['redis://h1?family=5', 'family=4, family=6 or neither'],
  ['redis://h1?db=3', 'no parameters but cluster, family'],
  ['redis://h1?cluster=true&cluster=false', 'each once'],
  ['redis://h1?master=m', 'a redis-sentinel URL to have'],
  ['redis-sentinel://h1,h2', 'master= with the name'],
  ['redis-sentinel://h1?master=m&cluster=true', 'not both'],
])('error: %s', (text, words) => {
  expect(() => parseRedisUrl(text)).toThrow(TypeError);
  expect(() => parseRedisUrl(text)).toThrow(new RegExp(`^must .*${words}`));
});

test('behavior: a URL of several hosts is split into URLs that other parsers read', () => {
  expect(splitRedisUrl('redis://user:a%2Cb@h1:7000,h2/?cluster=true')).toEqual([
    'redis://user:a%2Cb@h1:7000/?cluster=true',
    'redis://user:a%2Cb@h2/?cluster=true',
  ]);
  expect(splitRedisUrl('redis://127.0.0.1/3')).toEqual(['redis://127.0.0.1/3']);
});
