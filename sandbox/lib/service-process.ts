import { once } from 'node:events';

/** What a service says once it works, and how it stops. */
export type RunningService = {
  /** Fields of the ready line beside `ready` and `name`, for example `{ url }`. */
  readonly ready: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

export type ServiceProcessOptions = {
  readonly name: string;
  /**
   * Starts the service; the signal aborts when the process must stop before it is ready. What it
   * depends on is there when `dependenciesReady` settles.
   */
  readonly start: (
    signal: AbortSignal,
    dependenciesReady: Promise<unknown>,
  ) => Promise<RunningService>;
};

/** The argument of a service whose parent sends a message when its dependencies are ready. */
export const startOnMessageFlag = '--start-on-message';

/**
 * Notifies the parent that the modules of this process are loaded.
 *
 * @returns Settles when its dependencies are ready; at once without a parent that reports them.
 * @throws {Error} the signal aborted before.
 */
export async function waitForStartMessage(signal?: AbortSignal): Promise<void> {
  process.send?.('loaded', () => undefined);
  if (process.argv.includes(startOnMessageFlag)) await once(process, 'message', { signal });
}

/** A stop that takes longer ends by force, with exit code 1; the supervisor waits five seconds (milliseconds). */
const STOP_DEADLINE_MS = 4_500;

/**
 * Runs a service as this whole process: prints one JSON ready line on stdout; SIGTERM or a lost
 * parent (IPC `disconnect`) stops it cleanly with exit code 0; SIGINT is ignored, because a terminal
 * sends it to the whole group and the supervisor stops its children itself. A start that fails
 * says why on stderr and exits with 1. With `--start-on-message` its parent says when what it depends
 * on is there.
 */
export async function runService(options: ServiceProcessOptions): Promise<void> {
  const printError = (text: string) => process.stderr.write(`${options.name}: ${text}\n`);
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<number>();
  const stop = (code: number) => {
    stopped.resolve(code);
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => {
      printError('did not stop in time');
      process.exit(1);
    }, STOP_DEADLINE_MS).unref();
  };
  const crash = (error: unknown) => {
    printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
    stop(1);
  };
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => stop(0));
  process.on('disconnect', () => stop(0));
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // The reader of the ready line may be gone already.
  process.stdout.on('error', () => undefined);
  if (process.connected === false) stop(0);

  const dependenciesReady = waitForStartMessage(stopping.signal);
  // A process without dependencies does not wait.
  dependenciesReady.catch(() => undefined);
  let service: RunningService;
  try {
    service = await options.start(stopping.signal, dependenciesReady);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(await stopped.promise);
    printError(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
  if (!stopping.signal.aborted) {
    const line = { ready: true, name: options.name, ...service.ready };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  const code = await stopped.promise;
  await service.close().catch(crash);
  process.exit(code);
}
