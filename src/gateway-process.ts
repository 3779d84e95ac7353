import { getHeapStatistics } from 'node:v8';
import { ConfigError, collectLogSecrets, parseConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import type { LogSecrets } from './lib/encoding/log-secrets.ts';
import { createLog, type Log, writeLogLineSync } from './lib/log.ts';
import { releaseStartMemory, setV8Flags } from './v8-flags.ts';

let log: Log | null = null;
let secrets: LogSecrets | null = null;

/** Logs an unexpected error with its stack as the last log line and exits with code 1. */
function crash(thrown: unknown, origin: string): never {
  const err = thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`);
  writeLogLineSync(log, secrets, (line) => line.fatal({ err, origin }, 'the gateway has crashed'));
  process.exit(1);
}

/**
 * Runs the gateway as this process: signals, crashes and the exit code. An invalid configuration
 * ends it with exit code 1 and a message on stderr.
 *
 * @param options.env - Environment variables that configure the gateway.
 * @param options.mayListen - The gateway is created at once, but connects and listens when this is
 * resolved; default: at once.
 */
export async function runGatewayProcess(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly mayListen?: Promise<void>;
}): Promise<void> {
  process.on('uncaughtException', crash);
  // By default Node prints warnings as plain text to stderr; log them as JSON instead.
  process.removeAllListeners('warning');
  process.on('warning', (err) => {
    if (log) log.warn({ err }, 'node warns');
    else writeLogLineSync(null, secrets, (line) => line.warn({ err }, 'node warns'));
  });
  try {
    await start(options.env, options.mayListen);
  } catch (error) {
    if (!(error instanceof ConfigError)) crash(error, 'start');
    // The logger does not exist yet, so the message goes to stderr as plain text.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function start(env: NodeJS.ProcessEnv, mayListen?: Promise<void>): Promise<void> {
  setV8Flags();
  const config = parseConfig(env, getHeapStatistics().heap_size_limit);
  secrets = collectLogSecrets(config);
  log = createLog(config.logLevel, secrets);
  const gateway = createGateway(config, { log });
  let isStopping = false;
  const stop = (reason: string) => {
    if (!isStopping) {
      writeLogLineSync(log, secrets, (line) => line.info({ reason }, 'the gateway is stopping'));
    }
    isStopping = true;
    gateway.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => stop('the parent process has gone'));
  releaseStartMemory();
  try {
    await mayListen;
    const url = await gateway.listen();
    const ready = { ready: true, name: 'gateway', url };
    writeLogLineSync(log, secrets, (line) => line.info(ready, 'the gateway is ready'));
  } catch (error) {
    // During shutdown the start is expected to fail. The shutdown sets the exit code.
    if (!isStopping) throw error;
  }
}
