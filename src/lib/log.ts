import { type DestinationStream, type Logger, pino } from 'pino';
import { createScrubber, type LogSecrets } from './encoding/log-secrets.ts';

export type Log = Logger;

/**
 * JSON lines on stdout. Query strings and bodies are never logged; keys, tokens and bitmaps are
 * redacted wherever they stand in a logged object.
 *
 * @param secrets - What no value of a line shows, wherever it comes from: errors of libraries quote
 * what they failed at.
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

/** Lines that stdout does not take are kept up to this many bytes; further ones are dropped. */
const maxUnwritten = 1024 * 1024;

/** How long a process that ends tries to write its last lines to a stdout that takes nothing, milliseconds. */
const lastLinesLimit = 2000;

/**
 * Writes a line of a log at once, behind everything that the log was given before. What a process
 * tells of its own beginning and end is told at any level, `silent` included.
 *
 * @param log - The log in use; null before there is one.
 */
export function writeLineSync(
  log: Log | null,
  secrets: LogSecrets | null,
  write: (log: Log) => void,
): void {
  const endsAt = performance.now() + lastLinesLimit;
  const retryEAGAIN = () => performance.now() < endsAt;
  const stdout = pino.destination({ dest: 1, sync: true, retryEAGAIN });
  // What stdout does not take cannot be told anywhere else.
  stdout.on('error', () => undefined);
  try {
    const pending = log === null ? undefined : log[pino.symbols.streamSym as never];
    (pending as { flushSync?: () => void } | undefined)?.flushSync?.();
    write(createLog('trace', secrets, stdout));
  } catch {
    // As above.
  }
}

/** A full disk behind stdout costs log lines, never the service. */
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
  // The last words of a process: the library would try for ever to write them.
  stdout.flushSync = () => {
    if (!isFailing) flushSync.call(stdout);
  };
  return stdout;
}
