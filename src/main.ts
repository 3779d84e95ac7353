import { getHeapStatistics } from 'node:v8';
import { ConfigError, parseConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import { collectLogSecrets, type LogSecrets } from './lib/encoding/log-secrets.ts';
import { createLog, type Log, writeLineSync } from './lib/log.ts';
import { releaseStartMemory, setV8Flags } from './v8-flags.ts';

let log: Log | null = null;
let secrets: LogSecrets | null = null;

/** Logs an unexpected error with its stack as the last log line and exits with code 1. */
function crash(thrown: unknown, origin: string): never {
  const err = thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`);
  writeLineSync(log, secrets, (line) => line.fatal({ err, origin }, 'the gateway has crashed'));
  process.exit(1);
}

process.on('uncaughtException', crash);
// By default Node prints warnings as plain text to stderr; log them as JSON instead.
process.removeAllListeners('warning');
process.on('warning', (err) => {
  if (log) log.warn({ err }, 'node warns');
  else writeLineSync(null, secrets, (line) => line.warn({ err }, 'node warns'));
});

/** Runs the gateway as a process: configuration from the environment, signals, exit code. */
async function main(): Promise<void> {
  setV8Flags();
  const config = parseConfig(process.env, getHeapStatistics().heap_size_limit);
  secrets = collectLogSecrets(config);
  log = createLog(config.logLevel, secrets);
  const gateway = createGateway(config, { log });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    gateway.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  releaseStartMemory();
  try {
    const url = await gateway.listen();
    const ready = { ready: true, name: 'gateway', url };
    writeLineSync(log, secrets, (line) => line.info(ready, 'the gateway is ready'));
  } catch (error) {
    // During shutdown the start is expected to fail. The shutdown sets the exit code.
    if (!isStopping) throw error;
  }
}

main().catch((error: unknown) => {
  if (!(error instanceof ConfigError)) crash(error, 'start');
  // The logger does not exist yet, so the message goes to stderr as plain text.
  console.error(error.message);
  process.exit(1);
});
