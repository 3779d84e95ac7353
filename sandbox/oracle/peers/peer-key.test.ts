import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPeerKey, openPeerKey } from './peer-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peer-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const message = { path: '/peer/sign', time: 5, body: '{}' };

test('default: oracles that start together share one key, which no other user can read', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => openPeerKey(folder)));
  expect(new Set(keys.map((key) => key.stamp(message))).size).toBe(1);
  expect((await stat(join(folder, 'oracle-peers.key'))).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual(['oracle-peers.key']);
});

test('behavior: a stamp is good for exactly its message', () => {
  const key = createPeerKey(new Uint8Array(32).fill(1));
  const stamp = key.stamp(message);
  expect(key.isValid(message, stamp)).toBe(true);
  expect(key.isValid({ ...message, body: '{ }' }, stamp)).toBe(false);
  expect(key.isValid({ ...message, time: 6 }, stamp)).toBe(false);
  expect(key.isValid({ ...message, path: '/peer/accept' }, stamp)).toBe(false);
  expect(key.isValid(message, '')).toBe(false);
  expect(createPeerKey(new Uint8Array(32)).isValid(message, stamp)).toBe(false);
});

test('error: a file that is no key', async () => {
  await writeFile(join(folder, 'oracle-peers.key'), 'something else');
  await expect(openPeerKey(folder)).rejects.toThrow('no valid key');
});
