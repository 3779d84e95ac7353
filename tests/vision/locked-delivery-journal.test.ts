import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startUpstream } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';
import { wallet } from '../support/world/data-node-responses.ts';
import { bitmap, bitmapHash } from '../support/world/oracle-responses.ts';

const accept = (response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end('{"accepted":true}');

const submit = (url: string) =>
  postJson(`${url}/api/vision/bitmap`, {
    player: wallet,
    batch_id: 1,
    bitmap_hex: bitmap,
    expected_hash: bitmapHash,
  });

test('error: a journal that cannot be written when a straggler accepts ends nothing', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'locked-journal-')), (path) =>
    rm(path, { recursive: true }),
  );
  const late: ServerResponse[] = [];
  const quick = stack.use(await startUpstream((_request, response) => accept(response)));
  const straggler = stack.use(await startUpstream((_request, response) => late.push(response)));
  const gateway = stack.use(
    await startGatewayProcess({
      STATE_DIR: dir,
      LOG_LEVEL: 'warn',
      ORACLE_URLS: [quick.url, `${quick.url}/other`, straggler.url].join(),
    }),
  );
  const submitted = await submit(gateway.url);
  expect(await submitted.json()).toMatchObject({ accepted: true, acceptedCount: 2 });
  const other = new DatabaseSync(join(dir, 'bitmaps.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  for (const response of late) {
    accept(response);
    await once(response, 'close');
  }
  await expect.poll(gateway.written).toContain('stays in the journal');
  other.exec('ROLLBACK');
  other.close();
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect(await gateway.stop()).toBe(0);
});

test('error: the log states why a journal stores no bitmap when the database has rolled back itself', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'full-journal-')), (path) =>
    rm(path, { recursive: true }),
  );
  const quick = stack.use(await startUpstream((_request, response) => accept(response)));
  const straggler = stack.use(await startUpstream(() => undefined));
  const gateway = stack.use(
    await startGatewayProcess({
      STATE_DIR: dir,
      LOG_LEVEL: 'warn',
      ORACLE_URLS: [quick.url, `${quick.url}/other`, straggler.url].join(),
    }),
  );
  // As a full disk does: the transaction is over before the gateway hears of it.
  const other = new DatabaseSync(join(dir, 'bitmaps.sqlite'));
  other.exec(
    `CREATE TRIGGER full BEFORE INSERT ON deliveries BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`,
  );
  other.close();
  expect((await submit(gateway.url)).status).toBe(500);
  await expect.poll(gateway.written).toContain('no room');
  expect(gateway.written()).not.toContain('cannot rollback');
});
