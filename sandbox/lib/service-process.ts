import { once } from 'node:events';

/** A running service: the fields of its ready line, and how to stop it. */
export type RunningService = {
  /** Further fields of the ready line after `ready` and `name`, for example `{ url }`. */
  readonly ready: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

export type ServiceProcessOptions = {
  readonly name: string;
  /**
   * Starts the service. The signal aborts if the process must stop before it is ready.
   * `dependenciesReady` resolves when the services that it depends on are ready.
   */
  readonly start: (
    signal: AbortSignal,
    dependenciesReady: Promise<unknown>,
  ) => Promise<RunningService>;
};

/**
 * Command-line argument of a service whose parent sends a message when its dependencies are ready.
 */
export const startOnMessageFlag = '--start-on-message';

/**
 * Notifies the parent that the modules of this process are loaded, then waits for the start
 * message.
 *
 * @returns a promise that resolves when the dependencies are ready; at once without
 * `--start-on-message`.
 * @throws {Error} the signal aborted before.
 */
export async function waitForStartMessage(signal?: AbortSignal): Promise<void> {
  process.send?.('loaded', () => undefined);
  if (process.argv.includes(startOnMessageFlag)) await once(process, 'message', { signal });
}

/**
 * Milliseconds after which a stop is forced, with exit code 1. The supervisor waits five seconds.
 */
const STOP_DEADLINE_MS = 4_500;

/**
 * Runs a service as the only task of this process and prints one JSON ready line on stdout. SIGTERM
 * or the loss of the parent (IPC `disconnect`) stops it with exit code 0. SIGINT is ignored,
 * because a terminal sends it to the whole process group and the supervisor stops its children
 * itself. If the start fails, the reason is printed to stderr and the exit code is 1. With
 * `--start-on-message` the parent sends a message when the dependencies are ready.
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
  // Ignores errors, because the reader of the ready line may have exited.
  process.stdout.on('error', () => undefined);
  if (process.connected === false) stop(0);

  const dependenciesReady = waitForStartMessage(stopping.signal);
  // Prevents an unhandled rejection if the service does not wait for its dependencies.
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
