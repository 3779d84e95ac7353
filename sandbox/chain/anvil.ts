import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { findAnvil } from './anvil-binary.ts';

/** What it takes to run one chain. */
export type AnvilOptions = {
  readonly chainId: number;
  /** 0: any free port. */
  readonly port: number;
  /** Unix seconds of the first block. */
  readonly genesisTime: number;
  /** How many accounts of the published test mnemonic hold money and are signed for. */
  readonly accounts: number;
  /** Stops the start. */
  readonly signal?: AbortSignal;
};

/** A running chain. */
export type Anvil = {
  readonly url: string;
  readonly pid: number;
  /** Settles once the process is gone, however it went. */
  readonly exited: Promise<void>;
  /** Ends the process and settles once it is gone. */
  readonly stop: () => Promise<void>;
};

const host = '127.0.0.1';
const startDeadline = 15_000;
const stopGrace = 2_000;
const keptOutput = 4_000;

/**
 * Starts an anvil that mines only on demand, and waits until it listens. It stays in this process'
 * group, so that the supervisor, which kills the group, stops it too.
 *
 * @throws {Error} it ended or did not listen within 15 seconds; what it wrote is in the message.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  options.signal?.throwIfAborted();
  const child = spawn(findAnvil(), anvilArguments(options), { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = Promise.withResolvers<void>();
  child.once('close', () => gone.resolve());
  child.once('error', () => gone.resolve());
  const stop = () => stopProcess(child, gone.promise);
  // A process that ends without asking takes its chains along.
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  gone.promise.then(() => process.off('exit', killNow));
  try {
    const port = await listeningPort(child, options);
    const pid = child.pid ?? 0;
    return { url: `http://${host}:${port}`, pid, exited: gone.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function anvilArguments(options: AnvilOptions): string[] {
  const values = {
    '--host': host,
    '--port': options.port,
    '--chain-id': options.chainId,
    '--timestamp': options.genesisTime,
    '--accounts': options.accounts,
    '--balance': 1_000_000,
    '--gas-limit': 1_000_000_000,
    // Within a block the keeper's prices must come before the trades: it pays more.
    '--order': 'fees',
    // Two runs of one history are two chains: their genesis hashes differ by this fee.
    '--block-base-fee-per-gas': 1_000_000_000 + randomInt(2 ** 28),
    // Blocks, receipts and logs are kept for ever; old account states are dropped and never written to disk.
    '--prune-history': 64,
  };
  const flags = ['--no-mining', '--no-request-size-limit', '--auto-impersonate'];
  return [...Object.entries(values).flatMap(([name, value]) => [name, `${value}`]), ...flags];
}

function listeningPort(child: ChildProcess, options: AnvilOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let output = '';
  const fail = (what: string) => {
    reject(new Error(`anvil (chain ${options.chainId}) ${what}\n${output.slice(-keptOutput)}`));
  };
  const read = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-keptOutput);
    const port = /Listening on [^\s:]+:(\d+)/.exec(output)?.[1];
    if (port === undefined) return;
    // Its log is not for anybody, but must be read or it would block.
    child.stdout?.removeAllListeners('data').resume();
    child.stderr?.removeAllListeners('data').resume();
    resolve(Number(port));
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('error', (error) => fail(`could not be started: ${error.message}`));
  child.once('close', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));
  const timer = setTimeout(() => fail('did not listen in time'), startDeadline);
  const abort = () => reject(options.signal?.reason);
  options.signal?.addEventListener('abort', abort, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  });
}

async function stopProcess(child: ChildProcess, gone: Promise<void>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), stopGrace);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(timer);
}
