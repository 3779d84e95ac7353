import { setTimeout } from 'node:timers/promises';
import { type Accounts, fetchAccounts } from './accounts.ts';
import { type AnvilOptions, startAnvil } from './anvil.ts';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';

/** A chain of our own, between its birth and its end. */
export type Chain = {
  readonly url: string;
  readonly pid: number;
  readonly rpc: RpcClient;
  readonly accounts: Accounts;
  /** Writes its past; not to be used once it lives. */
  readonly writer: BlockWriter;
  /**
   * Ends the past: one more block at the present time, and from then on every transaction is mined
   * at once, at the time of its arrival, and an empty block every two seconds.
   */
  readonly goLive: () => Promise<void>;
  /** Settles once the process is gone, however it went. */
  readonly exited: Promise<void>;
  readonly close: () => Promise<void>;
};

const requestDeadline = 20_000;
/** Clients that wait for a receipt look again at every block (viem does), so there must be one. */
const heartbeat = 2_000;

/** Starts a chain whose past is still to be written. */
export async function startChain(options: AnvilOptions): Promise<Chain> {
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

/** Mines now and then until it is stopped; a beat that fails is left out. */
async function beat(rpc: RpcClient, signal: AbortSignal): Promise<void> {
  while (await setTimeout(heartbeat, true, { signal }).catch(() => false)) {
    await rpc.call('evm_mine').catch(() => undefined);
  }
}
