import { unescape as decodePercents } from 'node:querystring';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/**
 * JSON lines on stdout. Query strings and bodies are never logged; keys, tokens and bitmaps are
 * redacted wherever they stand in a logged object.
 *
 * @param hidden - Texts that no line shows, wherever they come from: errors of libraries quote what
 * they failed at.
 */
export function createLog(
  level: string,
  hidden: readonly string[] = [],
  destination: DestinationStream = openStdout(),
): Log {
  // A line is JSON: quotes and backslashes of a text are escaped there.
  const unseen = [...new Set(hidden.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
  const hide = (line: string) =>
    unseen.reduce((kept, text) => kept.replaceAll(text, '[hidden]'), line);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: hide },
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
  hidden: readonly string[],
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
    write(createLog('trace', hidden, stdout));
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

/** Shorter values of a query are versions and the like: without them no line could be read. */
const shortestKey = 4;

/**
 * What a URL tells of an upstream: its authority, credentials, a path that may hold a key, and the
 * values of its query, decoded and as they are sent.
 */
function partsOf(url: string): readonly string[] {
  const { host, username, password, pathname, search, searchParams } = new URL(url);
  const sent = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const keys = [...searchParams.values(), ...sent].filter(({ length }) => length >= shortestKey);
  const secret = [username, password, decodePercents(password)];
  return [host, ...secret, pathname === '/' ? '' : pathname, ...keys];
}

/** The authority and password of a Redis URL; its path is a mere number. */
function redisParts(url: string): readonly string[] {
  const { host, password } = new URL(url);
  return [host, password, decodePercents(password)];
}

/**
 * Texts of a configuration that nobody may read in a log: the faucet's key, the explorer token, and
 * where the upstreams and Redis are. Longer ones first.
 */
export function hiddenTexts(config: Config): readonly string[] {
  const urls = [
    config.dataNodeUrl,
    ...config.oracleUrls,
    config.l3RpcUrl,
    config.settlementRpcUrl,
    config.marketDataUrl,
    config.defiDataUrl,
  ];
  const texts = [
    config.explorerToken ?? '',
    config.redisSigningKey ?? '',
    config.faucet.privateKey?.slice('0x'.length) ?? '',
    ...urls.flatMap(partsOf),
    ...(config.redisUrl === undefined ? [] : redisParts(config.redisUrl)),
  ];
  return [...new Set(texts)]
    .filter((text) => text !== '')
    .sort((left, right) => right.length - left.length);
}
