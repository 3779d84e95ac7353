import { getHeapStatistics } from 'node:v8';
import { ConfigError, parseConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import { type LogSecrets, logSecretsOf } from './lib/encoding/log-secrets.ts';
import { createLog, type Log, writeLineSync } from './lib/log.ts';
import { setV8Flags } from './v8-flags.ts';

let log: Log | null = null;
let secrets: LogSecrets | null = null;

/** Logs what was not foreseen, its stack included, as the last line, and ends the process. */
function crash(thrown: unknown, origin: string): never {
  const err = thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`);
  writeLineSync(log, secrets, (line) => line.fatal({ err, origin }, 'the gateway has crashed'));
  process.exit(1);
}

process.on('uncaughtException', crash);
// Node writes its warnings as text to stderr otherwise.
process.removeAllListeners('warning');
process.on('warning', (err) => {
  if (log) log.warn({ err }, 'node warns');
  else writeLineSync(null, secrets, (line) => line.warn({ err }, 'node warns'));
});

/** The gateway as a process: configuration from the environment, signals, exit codes. */
async function main(): Promise<void> {
  setV8Flags();
  const config = parseConfig(process.env, getHeapStatistics().heap_size_limit);
  secrets = logSecretsOf(config);
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
  try {
    const url = await gateway.listen();
    const ready = { ready: true, name: 'gateway', url };
    writeLineSync(log, secrets, (line) => line.info(ready, 'the gateway is ready'));
  } catch (error) {
    // A start that is given up fails; the exit code is that of the stop.
    if (!isStopping) throw error;
  }
}

main().catch((error: unknown) => {
  if (!(error instanceof ConfigError)) crash(error, 'start');
  // For people, on stderr: no log has begun.
  console.error(error.message);
  process.exit(1);
});
