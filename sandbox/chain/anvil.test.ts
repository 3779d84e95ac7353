import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startAnvil } from './anvil.ts';
import { findAnvil } from './anvil-binary.ts';
import { createRpcClient, RpcError } from './rpc-client.ts';

const options = { chainId: 31_337, port: 0, genesisTime: 1_600_000_000, accounts: 3 };

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('default: a chain begins at the given time, and is gone once it was stopped', async () => {
  const anvil = await startAnvil(options);
  const rpc = createRpcClient(anvil.url, { deadline: 5_000 });
  const block = await rpc.call('eth_getBlockByNumber', ['0x0', false]);
  expect(block).toMatchObject({ timestamp: '0x5f5e1000' });
  expect(await rpc.call('eth_accounts')).toHaveLength(3);
  await rpc.close();
  await anvil.stop();
  await anvil.exited;
  expect(isAlive(anvil.pid)).toBe(false);
});

test('behavior: a restarted chain is another chain, recognised by its first block', async () => {
  const hashes = [];
  for (let run = 0; run < 2; run += 1) {
    const anvil = await startAnvil(options);
    const rpc = createRpcClient(anvil.url, { deadline: 5_000 });
    const block = await rpc.call('eth_getBlockByNumber', ['0x0', false]);
    hashes.push((block as { hash: string }).hash);
    await rpc.close();
    await anvil.stop();
  }
  expect(new Set(hashes).size).toBe(2);
});

test('error: aborted before it listens', async () => {
  const stopping = new AbortController();
  const starting = startAnvil({ ...options, signal: stopping.signal });
  stopping.abort(new Error('no longer wanted'));
  await expect(starting).rejects.toThrow('no longer wanted');
});

test('error: a port that is taken is named by the chain itself', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await expect(startAnvil({ ...options, port })).rejects.toThrow(/anvil \(chain 31337\).*in use/is);
  server.close();
});

test('error: what the chain refuses carries its own words', async () => {
  const anvil = await startAnvil(options);
  const rpc = createRpcClient(anvil.url, { deadline: 5_000 });
  await expect(rpc.call('eth_nonsense')).rejects.toThrow(RpcError);
  await expect(
    rpc.batch([
      ['eth_chainId', []],
      ['evm_mine', ['x']],
    ]),
  ).rejects.toThrow(/^evm_mine: /);
  await rpc.close();
  await anvil.stop();
});

test('error: a machine that anvil has no program for', () => {
  expect(() => findAnvil('plan9', 'x64')).toThrow('anvil has no program for plan9 on x64');
  expect(() => findAnvil('win32', 'x64')).toThrow(
    '@foundry-rs/anvil-win32-amd64, which is not installed',
  );
});
