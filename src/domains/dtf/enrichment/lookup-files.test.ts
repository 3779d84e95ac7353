import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLookupFiles } from './lookup-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lookups-'));
});
afterAll(() => rm(folder, { recursive: true }));

const none = { coinMapFile: undefined, foundersFile: undefined };
async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('default: the files of the repository', () => {
  const lookupData = readLookupFiles(none);
  expect(lookupData.coin('btc')).toEqual({ id: 'bitcoin' });
  expect(lookupData.coin('NOSUCH')).toBeNull();
  expect(lookupData.founders('uniswap').length).toBeGreaterThan(0);
  expect(lookupData.founders('nosuch')).toEqual([]);
});

test('args: files of an operator', async () => {
  const coinMapFile = await file(
    'coins.json',
    '{"abc":{"id":"a-b-c","image":"https://img.example/a.png"}}',
  );
  const foundersFile = await file(
    'people.json',
    '{"a-b-c":[{"age":null},{"gender":"Female"}],"__proto__":[]}',
  );
  const lookupData = readLookupFiles({ coinMapFile, foundersFile });
  expect(lookupData.coin('ABC')).toEqual({ id: 'a-b-c', image: 'https://img.example/a.png' });
  expect(lookupData.founders('a-b-c')).toEqual([
    { age: null, gender: '', nationality: '' },
    { gender: 'Female', nationality: '' },
  ]);
  expect(lookupData.founders('constructor')).toEqual([]);
  expect(lookupData.coin('__proto__')).toBeNull();
});

test.each([
  ['absent', null, 'names no readable JSON file'],
  ['not JSON', '{', 'names no readable JSON file'],
  ['a list', '[]', 'the file is not as'],
  ['an age in words', '{"x":[{"age":"forty"}]}', 'x.0.age is not as'],
])('error: founders %s', async (_what, text, message) => {
  const foundersFile = text === null ? join(folder, 'absent.json') : await file('bad.json', text);
  expect(() => readLookupFiles({ ...none, foundersFile })).toThrow(`FOUNDERS_FILE: ${message}`);
});

test('error: an image that is no web address', async () => {
  const coinMapFile = await file('bad-coins.json', '{"ABC":{"id":"a","image":"javascript:1"}}');
  expect(() => readLookupFiles({ ...none, coinMapFile })).toThrow('COIN_MAP_FILE: ABC.image');
});
