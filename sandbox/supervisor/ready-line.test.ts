import { expect, test } from 'vitest';
import { parseReadyLine } from './ready-line.ts';

test('default: the line of a part that serves one URL', () => {
  const line = '{"ready":true,"name":"data-node","url":"http://127.0.0.1:8200"}';
  expect(parseReadyLine(line)).toEqual({ ready: true, url: 'http://127.0.0.1:8200' });
});

test('default: the line of the two chains', () => {
  const line =
    '{"ready":true,"name":"chain","l3":"http://127.0.0.1:1","settlement":"http://127.0.0.1:2"}';
  expect(parseReadyLine(line)).toMatchObject({ l3: 'http://127.0.0.1:1' });
});

test.each([
  'listening',
  '{"level":30,"msg":"ready"}',
  '{"ready":false}',
  '{"ready":true,"url":"nonsense"}',
  '{"ready":true',
  '["ready"]',
])('args: %s is an ordinary line', (line) => {
  expect(parseReadyLine(line)).toBeNull();
});
