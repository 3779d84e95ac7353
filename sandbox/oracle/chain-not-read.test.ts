import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { findFreePorts, startOracleProcess } from './testing/oracle-process.ts';

const player = `0x${'ab'.repeat(20)}`;
const bitmap = { player, batch_id: 1, bitmap_hex: '0xb0', expected_hash: keccak256('0xb0') };

test('error: an oracle that has not read the chain does not say that there are no batches', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'unread-chain-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const contracts = { Vision: player, OracleRegistry: player, L3_WUSDC: player };
  const deployment = JSON.stringify({ chainId: 1, contracts });
  await writeFile(join(folder, 'active-deployment.json'), deployment);
  const [port, nobody] = await findFreePorts(2);
  const oracle = await startOracleProcess({
    PORT: `${port}`,
    ORACLE_PEERS: `http://127.0.0.1:${port}`,
    DEPLOYMENTS_DIR: folder,
    SANDBOX_STATE_DIR: folder,
    L3_RPC_URL: `http://127.0.0.1:${nobody}`,
    DATA_NODE_URL: `http://127.0.0.1:${nobody}`,
  });
  opened.defer(oracle.kill);
  const submission = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bitmap),
  };
  const requested: readonly [path: string, init?: RequestInit][] = [
    ['batches'],
    ['leaderboard'],
    ['batch/1/state'],
    ['batch/1/history'],
    ['reveal/1/1'],
    [`balance/1/${player}`],
    ['bitmap', submission],
  ];
  for (const [path, init] of requested) {
    const response = await fetch(`${oracle.url}/vision/${path}`, init);
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.json()).toEqual({ error: 'the chain has not been read yet' });
  }
}, 30_000);
