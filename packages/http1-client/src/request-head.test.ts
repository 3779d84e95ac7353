import { expect, test } from 'vitest';
import { createRequestHeadFormatter } from './request-head.ts';

const json = ['accept', 'application/json'];
const get = { method: 'GET', path: '/x', headers: json } as const;
const start = 'host: a:1\r\nconnection: keep-alive\r\n';

test('default: host and connection come first, then the headers as given', () => {
  const write = createRequestHeadFormatter('a:1');
  const lines = `${start}accept: application/json\r\n`;
  expect(write(get)).toBe(`GET /x HTTP/1.1\r\n${lines}\r\n`);
  expect(write({ ...get, method: 'POST', path: '/y', body: '\u00e9' })).toBe(
    `POST /y HTTP/1.1\r\n${lines}content-length: 2\r\n\r\n`,
  );
});

test('args: credentials of the origin', () => {
  expect(createRequestHeadFormatter('a:1', 'Basic eA==')(get)).toBe(
    `GET /x HTTP/1.1\r\n${start}authorization: Basic eA==\r\naccept: application/json\r\n\r\n`,
  );
});

test('behavior: each request has its own headers, whatever was formatted before', () => {
  const write = createRequestHeadFormatter('a:1');
  for (const headers of [json, [], json, json, ['accept', 'text/plain'], [...json]]) {
    const line = headers.length === 0 ? '' : `accept: ${headers[1]}\r\n`;
    expect(write({ ...get, headers })).toBe(`GET /x HTTP/1.1\r\n${start}${line}\r\n`);
  }
});

test('error: headers that could be read as several lines are rejected every time', () => {
  const write = createRequestHeadFormatter('a:1');
  const bad = ['a', 'b\r\nc: d'];
  for (const _time of [1, 2]) {
    expect(() => write({ ...get, headers: bad })).toThrow(TypeError);
    expect(() => write({ ...get, headers: ['a b', 'c'] })).toThrow(TypeError);
    for (const path of ['', '/a b', '/a\r\nb', '/\u0100']) {
      expect(() => write({ ...get, path })).toThrow(TypeError);
    }
    expect(write(get)).toContain('accept: application/json');
  }
});
