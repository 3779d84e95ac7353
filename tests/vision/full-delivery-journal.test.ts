import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keccak256, toHex } from 'viem';
import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { startOracles } from './support/fake-oracle.ts';
import { alice } from './support/market-model.ts';
import { submission, submissionInput, submit } from './support/submission.ts';

/** Oracles, a gateway on them, and its journal, which can be made to take nothing, as on a full disk. */
async function startWithJournal(stack: AsyncDisposableStack) {
  const { oracles, env } = await startOracles(stack);
  const dir = await mkdtemp(join(tmpdir(), 'full-journal-'));
  stack.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const gateway = stack.use(await startGateway({ ...env, STATE_DIR: dir }));
  const file = stack.adopt(new DatabaseSync(join(dir, 'bitmaps.sqlite')), (db) => db.close());
  const changes = ['INSERT', 'UPDATE', 'DELETE'];
  return {
    oracles,
    gateway,
    fill: () => {
      for (const change of changes) {
        file.exec(
          `CREATE TRIGGER no_${change} BEFORE ${change} ON deliveries BEGIN SELECT RAISE(ABORT, 'no room'); END`,
        );
      }
    },
    makeRoom: () => {
      for (const change of changes) file.exec(`DROP TRIGGER no_${change}`);
    },
    pending: async () => {
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
      return Number(/^gateway_pending_bitmaps (\S+)$/m.exec(metrics)?.[1]);
    },
  };
}

test('behavior: while the disk is full an oracle that is back gets every bitmap it lacks, none of them at every look', async () => {
  await using stack = new AsyncDisposableStack();
  const { oracles, gateway, pending, ...disk } = await startWithJournal(stack);
  const [away] = oracles;
  away.decide = () => ({ fate: 'reset' });
  const bitmaps = Array.from({ length: 50 }, (_, n) => toHex(n + 1, { size: 4 }));
  const responses = await Promise.all(
    bitmaps.map((bitmap_hex) =>
      submit(gateway, { ...submission, bitmap_hex, expected_hash: keccak256(bitmap_hex) }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(bitmaps.map(() => 200));
  expect(await pending()).toBe(50);

  disk.fill();
  away.received.length = 0;
  away.decide = () => ({});
  const received = () => new Set(away.received.map(({ bitmap_hex }) => bitmap_hex)).size;
  await expect.poll(received).toBe(50);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(away.received.length).toBe(50);

  disk.makeRoom();
  await expect.poll(pending, { timeout: 30_000 }).toBe(0);
});

test('behavior: while the disk is full a bitmap is accepted when every oracle turns out to have it', async () => {
  await using stack = new AsyncDisposableStack();
  const { oracles, gateway, fill } = await startWithJournal(stack);
  fill();
  oracles[2].decide = () => ({ delay: 500 });
  const accepted = await submit(gateway);
  expect(accepted.status).toBe(200);
  expect(await accepted.json()).toMatchObject({ accepted: true, player: alice });
  oracles[2].decide = () => ({ delay: 500, status: 503 });
  expect((await submit(gateway)).status).toBe(500);
  const { data, errors } = await gateway.query(
    'mutation ($input: SubmitBitmapInput!) { submitBitmap(input: $input) { accepted userErrors { code message } } }',
    { input: submissionInput },
  );
  expect(errors).toBeUndefined();
  const message = 'the bitmap could not be noted for the oracles that lack it; submit it again';
  const userErrors = [{ code: 'FAILED', message }];
  expect(data).toEqual({ submitBitmap: { accepted: false, userErrors } });
});
