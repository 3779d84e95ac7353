import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from './base-url.ts';

describe('base URL', () => {
  test.each([
    ['http://h:1', '/a?b=1', 'http://h:1', '/a?b=1'],
    ['http://h', '', 'http://h', '/'],
    ['http://h/', '', 'http://h', '/'],
    ['http://h/p', '', 'http://h', '/p'],
    ['http://h/p/', '/a', 'http://h', '/p/a'],
    ['https://h/p?apikey=k', '', 'https://h', '/p?apikey=k'],
    ['https://h/p?apikey=k', '/a', 'https://h', '/p/a?apikey=k'],
    ['https://h?apikey=k%2F&v=1', '/a?b=%2F', 'https://h', '/a?b=%2F&apikey=k%2F&v=1'],
    ['https://h?k=a/', '', 'https://h', '/?k=a/'],
    ['https://me:a%40b@h/p', '/a', 'https://me:a%40b@h', '/p/a'],
    ['http://h/p#part', '/a', 'http://h', '/p/a'],
  ])('args: %s with %s', (url, path, origin, target) => {
    const base = parseBaseUrl(url);
    expect([base.origin, base.target(path)]).toEqual([origin, target]);
  });
});
