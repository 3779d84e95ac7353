import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { findAnvil } from './anvil-binary.ts';

/** Options of one anvil process. */
export type AnvilOptions = {
  readonly chainId: number;
  /** 0 selects any free port. */
  readonly port: number;
  /** Unix seconds of the first block. */
  readonly genesisTime: number;
  /** Number of accounts of the published test mnemonic that anvil funds and signs for. */
  readonly accounts: number;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
};

/** A running anvil process. */
export type Anvil = {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has exited, for whatever reason. */
  readonly exited: Promise<void>;
  /** Stops the process and resolves when it has exited. */
  readonly stop: () => Promise<void>;
};

const host = '127.0.0.1';
const startDeadline = 15_000;
const stopGrace = 2_000;
const keptOutput = 4_000;

/**
 * Starts an anvil that mines only on demand, and waits until it listens. The process stays in the
 * process group of this one, so that the supervisor, which kills the group, stops it too.
 *
 * @throws {Error} anvil exited, or did not listen within 15 seconds; the message has its output.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  options.signal?.throwIfAborted();
  const child = spawn(findAnvil(), anvilArguments(options), { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = Promise.withResolvers<void>();
  child.once('close', () => gone.resolve());
  child.once('error', () => gone.resolve());
  const stop = () => stopProcess(child, gone.promise);
  // Runs when this process exits without stopping its chains.
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
    // Within a block the keeper's prices must come before the trades, so the keeper pays a higher
    // fee.
    '--order': 'fees',
    // A random fee gives two runs of the same history different genesis hashes, so that they count
    // as different chains.
    '--block-base-fee-per-gas': 1_000_000_000 + randomInt(2 ** 28),
    // Anvil stores all blocks, receipts and logs; it drops old account states and never writes them
    // to disk.
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
    // The output is discarded, but it must be read: otherwise the process would block.
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
