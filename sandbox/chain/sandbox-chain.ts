import { setTimeout } from 'node:timers/promises';
import { type Accounts, fetchAccounts } from './accounts.ts';
import { type AnvilOptions, startAnvil } from './anvil.ts';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';

/** One chain of the sandbox: first its past is written, then it goes live. */
export type SandboxChain = {
  readonly url: string;
  readonly pid: number;
  readonly rpc: RpcClient;
  readonly accounts: Accounts;
  /** Writes the past of the chain; must not be used after `goLive`. */
  readonly writer: BlockWriter;
  /**
   * Ends the past with a block at the present time. From then on every transaction is mined when it
   * arrives, with the time of its arrival, and an empty block is mined every two seconds.
   */
  readonly goLive: () => Promise<void>;
  /** Resolves when the process has exited, for whatever reason. */
  readonly exited: Promise<void>;
  readonly close: () => Promise<void>;
};

const requestDeadline = 20_000;
/**
 * Milliseconds between empty blocks. Clients such as viem look for a receipt at each new block, so
 * there must be new blocks.
 */
const heartbeat = 2_000;

/** Starts a chain that has only its genesis block. */
export async function startSandboxChain(options: AnvilOptions): Promise<SandboxChain> {
  const anvil = await startAnvil(options);
  const rpc = createRpcClient(anvil.url, { deadline: requestDeadline });
  const pulse = new AbortController();
  const close = async () => {
    pulse.abort();
    await rpc.close();
    await anvil.stop();
  };
  try {
    await rpc.call('anvil_setLoggingEnabled', [false]);
    const accounts = await fetchAccounts(rpc);
    const writer = createBlockWriter(rpc);
    const goLive = async () => {
      const now = Math.floor(Date.now() / 1000);
      await writer.mine(Math.max(now, writer.lastTime() + 1));
      await rpc.call('anvil_autoImpersonateAccount', [false]);
      await rpc.call('evm_setAutomine', [true]);
      void beat(rpc, pulse.signal);
    };
    const { url, pid, exited } = anvil;
    return { url, pid, rpc, accounts, writer, goLive, exited, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Mines an empty block at each interval until the signal aborts. Failures are ignored. */
async function beat(rpc: RpcClient, signal: AbortSignal): Promise<void> {
  while (await setTimeout(heartbeat, true, { signal }).catch(() => false)) {
    await rpc.call('evm_mine').catch(() => undefined);
  }
}
