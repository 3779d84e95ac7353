import { execFile } from 'node:child_process';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  encodeTestBitmap,
  waitUntilResponse,
} from '../../sandbox/oracle/testing/test-oracle-network.ts';
import { findPython } from '../../scripts/test-tools.ts';
import { type LiveMarket, startLiveMarket } from '../vision/support/live-market.ts';
import { type ClientFolder, installPackedClient } from './support/packed-client.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

const stack = new AsyncDisposableStack();
let live: LiveMarket;
let folder: ClientFolder;
beforeAll(async () => {
  folder = stack.use(await installPackedClient(['viem', 'graphql-sse']));
  live = stack.use(await startLiveMarket());
  // Another player, who is wrong about everything.
  const { bob } = live.market.fixture;
  const wrong = encodeTestBitmap('DDD');
  await waitUntilResponse(
    () =>
      live.market.join(bob, wrong).then(
        () => true,
        () => false,
      ),
    (joined) => joined,
  );
  await waitUntilResponse(
    () => live.submit(bob, wrong),
    ({ status }) => status === 200,
  );
}, 90_000);
afterAll(() => stack.disposeAsync());

/** Gives an account gas, and returns what a bot needs to find this world. */
async function fundBot(address: string): Promise<Record<string, string>> {
  const { chain } = live.market.testChain;
  await chain.rpc.call('anvil_setBalance', [address, '0x8ac7230489e80000']);
  return { ORIGIN: live.gateway.url, CHAIN_RPC: chain.url };
}

const transcript =
  /^batch 1: accepted by [23] oracles\nclaimed up to tick \d+, balance [\d.]+ USDC\n$/;

const linesOfCode = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|#)/.test(line)).length;

test('default: a bot of less than 40 lines plays from the packed TypeScript client', async () => {
  const example = join(root, 'packages/client/examples/bot.mjs');
  expect(linesOfCode(await readFile(example, 'utf8'))).toBeLessThan(40);
  const program = join(folder.path, 'bot.mjs');
  await copyFile(example, program);
  const key = generatePrivateKey();
  const env = { ...(await fundBot(privateKeyToAccount(key).address)), PRIVATE_KEY: key };
  const { stdout } = await run(process.execPath, [program], { env, timeout: 90_000 });
  expect(stdout).toMatch(transcript);
}, 120_000);

/** Signs as eth-account does, by viem. */
const accountModule = `
import json, subprocess
class Account:
    def __init__(self, key, address): self.key, self.address = key, address
    @staticmethod
    def from_key(key): return Account(key, _run("address", key))
    def sign_transaction(self, transaction):
        raw = _run("sign", self.key, json.dumps(transaction))
        return type("Signed", (), {"raw_transaction": bytes.fromhex(raw[2:])})
def _run(*arguments):
    return subprocess.run(["${process.execPath}", "sign.mjs", *arguments],
                          capture_output=True, check=True, text=True).stdout.strip()
`;
const signer = `
import { privateKeyToAccount } from 'viem/accounts';
const [, , what, key, text] = process.argv;
const account = privateKeyToAccount(key);
const { gasPrice, gas, value, ...rest } = JSON.parse(text ?? '{}');
console.log(what === 'address' ? account.address : await account.signTransaction({
  ...rest, type: 'legacy', gas: BigInt(gas), gasPrice: BigInt(gasPrice), value: BigInt(value) }));
`;

test.each(['node', 'key'])(
  'default: a bot of less than 40 lines plays from the Python package, signing by %s',
  async (signing) => {
    const example = join(root, 'packages/python/examples/bot.py');
    expect(linesOfCode(await readFile(example, 'utf8'))).toBeLessThan(40);
    const program = join(folder.path, 'bot.py');
    await copyFile(example, program);
    await cp(join(root, 'packages/python/src'), folder.path, { recursive: true });
    await writeFile(join(folder.path, 'eth_account.py'), accountModule);
    await writeFile(join(folder.path, 'sign.mjs'), signer);
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    const env = await fundBot(address);
    if (signing === 'node')
      await live.market.testChain.chain.rpc.call('anvil_impersonateAccount', [address]);
    const identity = signing === 'node' ? { ADDRESS: address } : { PRIVATE_KEY: key };
    const { stdout } = await run(findPython() ?? 'python3', [program], {
      cwd: folder.path,
      env: { ...env, ...identity },
      timeout: 90_000,
    });
    expect(stdout).toMatch(transcript);
  },
  120_000,
);
