import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Submission } from './oracle-submission.ts';
import { openPendingBitmapJournal } from './pending-bitmap-journal.ts';

const submission: Submission = {
  player: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  batchId: 7,
  bitmap: '0xb2',
  hash: keccak256('0xb2'),
};

/** Creates a journal in memory with a clock that the test controls. */
function setup() {
  const time = { now: 1_000_000 };
  return { time, journal: openPendingBitmapJournal(':memory:', { now: () => time.now }) };
}

describe('openPendingBitmapJournal', () => {
  test('default: a bitmap is due for each of its oracles after the delay, and gone once delivered', () => {
    const { time, journal } = setup();
    journal.add(submission, ['a', 'b'], 5000);
    expect(journal.due(10)).toEqual([]);
    time.now += 5000;
    const due = journal.due(10);
    expect(due.map(({ target }) => target)).toEqual(['a', 'b']);
    expect(due[0]?.submission).toEqual({
      ...submission,
      player: submission.player.toLowerCase(),
    });
    journal.remove('a', submission);
    journal.remove('b', { ...submission, player: submission.player.toLowerCase() });
    expect(journal.size()).toBe(0);
  });

  test('behavior: the same bitmap is stored once, another one beside it', () => {
    const { journal } = setup();
    journal.add(submission, ['a'], 0);
    journal.add({ ...submission, player: submission.player.toLowerCase() }, ['a'], 9000);
    journal.add({ ...submission, bitmap: '0xb3', hash: keccak256('0xb3') }, ['a'], 0);
    expect(journal.size()).toBe(2);
  });

  test('behavior: what is postponed is due later, with one attempt more', () => {
    const { time, journal } = setup();
    journal.add(submission, ['a'], 0);
    const [first] = journal.due(1);
    journal.postpone(first?.id ?? 0, 3000);
    expect(journal.due(1)).toEqual([]);
    time.now += 3000;
    expect(journal.due(1)[0]?.attempts).toBe(1);
  });

  test('behavior: a file that outlives the process, for its owner alone', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'journal-'));
    try {
      const path = join(dir, 'inner', 'bitmaps.sqlite');
      const first = openPendingBitmapJournal(path, { now: () => 1 });
      first.add(submission, ['a'], 0);
      first.close();
      const second = openPendingBitmapJournal(path, { now: () => 2 });
      expect(second.due(10).map(({ target }) => target)).toEqual(['a']);
      second.close();
      if (process.platform !== 'win32') expect((await stat(path)).mode & 0o077).toBe(0);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
