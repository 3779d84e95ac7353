import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Address,
  createTestClient,
  createWalletClient,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  toHex,
  type WalletActions,
  walletActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { usdc18Abi } from '../../generated/abi/usdc18.ts';
import { type Anvil, startAnvil } from '../../sandbox/chain/anvil.ts';
import { contractBytecode } from '../../sandbox/chain/artifacts.ts';

/** Like `expect.poll`, with patience for a machine that is busy with other tests. */
export function pollEventually(read: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 20_000, interval: 50 });
}

/** The first account of the mnemonic that anvil publishes. */
export const faucetAccount = mnemonicToAccount(
  'test test test test test test test test test test test junk',
);
const privateKey = toHex(faucetAccount.getHdKey().privateKey ?? new Uint8Array());

/** A chain of a test with everything its node can do. */
export type TestChain = TestClient<'anvil'> & PublicActions & WalletActions;

function connectChain(url: string): TestChain {
  return createTestClient({
    mode: 'anvil',
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions) as unknown as TestChain;
}

/** Two chains with a token, as the faucet finds them. */
export type FaucetChains = {
  readonly l3: TestChain;
  readonly settlement: TestChain;
  readonly token: Address;
  readonly usdcOf: (address: Address) => Promise<bigint>;
  /** The environment of a gateway that pays on them. */
  readonly env: Readonly<Record<string, string>>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts both chains, mining every transaction at once, and deploys the token. */
export async function startFaucetChains(
  chainIds: { readonly l3: number; readonly settlement: number } = {
    l3: 111_222_333,
    settlement: 14_601,
  },
): Promise<FaucetChains> {
  const start = (chainId: number): Promise<Anvil> =>
    startAnvil({ chainId, port: 0, genesisTime: Math.floor(Date.now() / 1000), accounts: 10 });
  const anvils = [await start(chainIds.l3), await start(chainIds.settlement)] as const;
  const [l3, settlement] = [connectChain(anvils[0].url), connectChain(anvils[1].url)];
  await Promise.all([l3.setAutomine(true), settlement.setAutomine(true)]);
  const deployer = createWalletClient({ account: faucetAccount, transport: http(anvils[0].url) });
  const hash = await deployer.sendTransaction({ data: contractBytecode.usdc18, chain: null });
  const { contractAddress: token } = await l3.waitForTransactionReceipt({ hash });
  if (!token) throw new Error('the token was not deployed');
  const dir = await mkdtemp(join(tmpdir(), 'faucet-'));
  const deployment = {
    chainId: chainIds.l3,
    settlementChainId: chainIds.settlement,
    contracts: { L3_WUSDC: token, L3_WUSDC_DECIMALS: '18' },
  };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  return {
    l3,
    settlement,
    token,
    usdcOf: (address) =>
      l3.readContract({
        address: token,
        abi: usdc18Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    env: {
      L3_RPC_URL: anvils[0].url,
      SETTLEMENT_RPC_URL: anvils[1].url,
      FAUCET_PRIVATE_KEY: privateKey,
      DEPLOYMENTS_DIR: dir,
      STATE_DIR: join(dir, 'state'),
      FAUCET_LIMIT_CLIENT_PER_MINUTE: '100000',
      FAUCET_LIMIT_ADDRESS_PER_HOUR: '100000',
      FAUCET_LIMIT_TOTAL_PER_HOUR: '100000',
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(anvils.map((anvil) => anvil.stop()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** What happens to a signed transaction on its way to the node. */
export type TransactionFate = 'pass' | 'swallow' | 'lose answer';

/** A node's URL with an accident in front of it. */
export type RpcGate = AsyncDisposable & {
  readonly url: string;
  /** The methods that were asked for. */
  readonly asked: string[];
  /** Signed transactions in the order they came. */
  readonly sent: string[];
  /** What happens to the next ones. */
  fate: TransactionFate;
};

/**
 * Starts a gate before a node that hands every question on after `delay` milliseconds. `swallow` keeps
 * the sender waiting; `lose answer` delivers and hangs up.
 */
export async function startRpcGate(target: string, { delay = 0 } = {}): Promise<RpcGate> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const call = JSON.parse(body) as { method: string; params: string[] };
    gate.asked.push(call.method);
    const isSend = call.method === 'eth_sendRawTransaction';
    if (isSend) gate.sent.push(String(call.params[0]));
    const fate = isSend ? gate.fate : 'pass';
    if (fate === 'swallow') return;
    if (delay > 0) await pause(delay);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(target, { method: 'POST', headers, body });
    const told = await answer.text();
    if (fate === 'lose answer') response.destroy();
    else response.writeHead(answer.status, headers).end(told);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gate: RpcGate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    sent: [],
    fate: 'pass',
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}
