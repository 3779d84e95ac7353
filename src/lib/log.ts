import { type DestinationStream, type Logger, pino } from 'pino';
import { createScrubber, type LogSecrets } from './encoding/log-secrets.ts';

export type Log = Logger;

/** What every log line about a request contains. */
export type LoggedIds = Readonly<Record<'requestId' | 'traceId', string>>;

/**
 * Creates a pino logger that writes JSON lines to stdout and redacts tokens, keys and bitmaps.
 *
 * @param level - The lowest level that is written, e.g. `info`; `silent` writes nothing.
 * @param secrets - Texts to hide in all values, as in error messages of libraries.
 */
export function createLog(
  level: string,
  secrets: LogSecrets | null = null,
  destination: DestinationStream = openStdout(),
): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(secrets ? { hooks: { streamWrite: createScrubber(secrets) } } : {}),
    redact: {
      paths: ['*.authorization', '*.cookie', '*.privateKey', '*.explorerToken', '*.bitmap_hex'],
      censor: '[redacted]',
    },
  };
  return pino(options, destination);
}

/** Maximum bytes of lines that wait for a slow stdout; further lines are dropped. */
const maxUnwritten = 1024 * 1024;

/** How long an exiting process tries to write to a blocked stdout, milliseconds. */
const lastLinesLimit = 2000;

/**
 * Writes one line to stdout synchronously, after all earlier ones, for a process about to exit.
 *
 * @param log - The logger in use; null before it exists.
 * @param write - Logs the line with the logger that it is given.
 */
export function writeLogLineSync(
  log: Log | null,
  secrets: LogSecrets | null,
  write: (log: Log) => void,
): void {
  const endsAt = performance.now() + lastLinesLimit;
  const retryEAGAIN = () => performance.now() < endsAt;
  const stdout = pino.destination({ dest: 1, sync: true, retryEAGAIN });
  // There is nowhere else to report a failing stdout.
  stdout.on('error', () => undefined);
  try {
    const pending = log === null ? undefined : log[pino.symbols.streamSym as never];
    (pending as { flushSync?: () => void } | undefined)?.flushSync?.();
    write(createLog('trace', secrets, stdout));
  } catch {
    // There is nowhere else to report it.
  }
}

/** A failing stdout (a full disk) loses log lines but must not stop the service. */
function openStdout(): DestinationStream {
  const stdout = pino.destination({ dest: 1, sync: false, maxLength: maxUnwritten });
  const { flushSync } = stdout;
  let isFailing = false;
  stdout.on('error', () => {
    isFailing = true;
  });
  stdout.on('write', () => {
    isFailing = false;
  });
  // At exit the library would retry a failing stdout for ever.
  stdout.flushSync = () => {
    if (!isFailing) flushSync.call(stdout);
  };
  return stdout;
}
