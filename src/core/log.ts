import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout. Query strings and bodies are never logged; keys, tokens and bitmaps are
 * redacted wherever they stand in a logged object.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.privateKey', '*.explorerToken', '*.bitmap_hex'],
      censor: '[redacted]',
    },
  });
}
