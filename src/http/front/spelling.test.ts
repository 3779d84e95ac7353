import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { spellingOfGet, spellingOfPost } from './spelling.ts';

const asked = (url: string) => ({ method: 'POST', url, headers: { accept: '*/*' } });
const long = Buffer.from(JSON.stringify({ query: `{ __typename } # ${'a'.repeat(2000)}` }));
const digest = hash('sha256', long, 'base64url');

test('default: a short body is spelled out, of a long one there is a digest', () => {
  expect(spellingOfPost(asked('/graphql'), Buffer.from('{}'))).toBe('*/* /graphql\n{}');
  expect(spellingOfPost(asked('/graphql'), long)).toContain(digest);
  expect(spellingOfPost(asked('/graphql'), long).length).toBeLessThan(100);
});

test('behavior: nothing that can be sent is spelled as the digest of a long body', () => {
  const spelling = spellingOfPost(asked('/graphql'), long);
  for (const before of ['', '\n', '\r']) {
    expect(spellingOfPost(asked('/graphql'), Buffer.from(before + digest))).not.toBe(spelling);
  }
  expect(spellingOfGet(asked(`/graphql?${digest}`), true)).not.toBe(spelling);
});
