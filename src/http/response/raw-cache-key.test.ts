import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { rawCacheKeyOfGet, rawCacheKeyOfPost } from './raw-cache-key.ts';

const requestInfo = (url: string) => ({ method: 'POST', url, headers: { accept: '*/*' } });
const long = Buffer.from(JSON.stringify({ query: `{ __typename } # ${'a'.repeat(2000)}` }));
const digest = hash('sha256', long, 'base64url');

test('default: a key contains a short body itself, and the digest of a long one', () => {
  expect(rawCacheKeyOfPost(requestInfo('/graphql'), Buffer.from('{}'))).toBe('*/* /graphql\n{}');
  expect(rawCacheKeyOfPost(requestInfo('/graphql'), long)).toContain(digest);
  expect(rawCacheKeyOfPost(requestInfo('/graphql'), long).length).toBeLessThan(100);
});

test('behavior: no short body has the key of a long one', () => {
  const rawKey = rawCacheKeyOfPost(requestInfo('/graphql'), long);
  for (const before of ['', '\n', '\r']) {
    expect(rawCacheKeyOfPost(requestInfo('/graphql'), Buffer.from(before + digest))).not.toBe(
      rawKey,
    );
  }
  expect(rawCacheKeyOfGet(requestInfo(`/graphql?${digest}`))).not.toBe(rawKey);
});
