import { CircuitState } from 'cockatiel';
import { Redis, type RedisOptions } from 'ioredis';
import { Counter } from 'prom-client';
import type { Log } from '../lib/log.ts';
import type { Millis } from '../lib/units.ts';
import type { Telemetry } from '../telemetry.ts';
import { createLuaScript, isContentError, registerLuaScripts } from './lua-script.ts';
import { createRedisBreaker } from './redis-breaker.ts';
import { withTimeout } from './redis-timeout.ts';

/** The connection to a Redis that may be slow, hang, be wrong or gone at any time. */
export type RedisClient = {
  /**
   * What Redis answers, or undefined when it is down, refuses, or does not answer in time: then the
   * gateway does without. Never rejects. While Redis is down it costs nothing and takes no time.
   */
  readonly run: <T>(
    name: string,
    command: (client: Redis) => Promise<T>,
    limit?: Millis,
  ) => Promise<T | undefined>;
  /** Adds a script before the link is started. */
  readonly define: Redis['defineCommand'];
  readonly isUp: () => boolean;
  /** `prepare` runs whenever Redis has come back, before anything else is asked of it. */
  readonly onReconnect: (prepare: (client: Redis) => Promise<void>) => void;
  readonly onDown: (listener: () => void) => void;
  /** Counts something unexpected that was found in Redis, and is not used. */
  readonly noteRepair: (role: string) => void;
  /** A second connection of the same settings, e.g. for subscriptions; `close` ends it too. */
  readonly duplicate: () => Redis;
  /** Connects; resolves when Redis is there, or has not come soon. */
  readonly start: () => Promise<void>;
  /** Lets what was sent be carried out, unless that takes long. */
  readonly close: () => Promise<void>;
};

/** A command that takes longer counts as failed: so long is a request delayed at most. */
const commandLimit: Millis = 100;
/** How often a Redis that is down is looked at. */
const lookEvery: Millis = 250;
/** The start waits no longer than this for Redis. */
const startLimit: Millis = 1000;

const options = {
  lazyConnect: true,
  protocol: 2 as const,
  disableClientInfo: true,
  // Nothing waits for a connection, and nothing is sent again: it would be carried out too late.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1000,
  // A connection that has not answered for so long is replaced.
  socketTimeout: 2000,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
  // A replica that was promoted, or a primary that was demoted: ask anew who it is.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** One that answers but takes no writes or scripts is down, as long as that lasts. KEYS: probe. */
const probeScript = createLuaScript(
  'dtfProbe',
  [{ role: 'probe', type: 'string' }],
  `return redis.call('SET', KEYS[1], '', 'PX', 1000)`,
);

/** What is in a key made a command fail; Redis itself is well. */
class ContentFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

function contentFailure(error: unknown): ContentFailure {
  if (isContentError(error)) return new ContentFailure(error);
  throw error;
}

/** Nothing is connected before `start`. */
export function createRedisClient(deps: {
  readonly url: string;
  /** Of a key that is written to see whether Redis is of use. */
  readonly probe: string;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): RedisClient {
  const { url, probe, log, telemetry } = deps;
  const client = new Redis(url, options);
  const others: Redis[] = [];
  const preparations: ((client: Redis) => Promise<void>)[] = [];
  const downListeners: (() => void)[] = [];
  const breaker = createRedisBreaker(lookEvery);
  const calls = new Counter({
    name: 'gateway_redis_calls_total',
    help: 'Redis commands by outcome; skipped ones were not sent, because Redis is down.',
    labelNames: ['command', 'outcome'] as const,
    registers: [telemetry.registry],
  });
  const repairs = new Counter({
    name: 'gateway_redis_repairs_total',
    help: 'What was found in Redis and was not ours, by what it should have been: taken out, or not used.',
    labelNames: ['key'] as const,
    registers: [telemetry.registry],
  });
  const noteRepair = (role: string) => {
    repairs.inc({ key: role });
    log.debug({ key: role }, 'something unexpected in redis was taken out');
  };
  registerLuaScripts(client, noteRepair);
  let isUp = false;
  let isGathering = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Why it is not there. */
  let lastFailure: unknown;

  /** Sends the commands of a tick in one piece. The library's own pipelines wait for one another. */
  function gather(): void {
    if (isGathering) return;
    const { stream } = client;
    isGathering = true;
    stream.cork();
    setImmediate(() => {
      isGathering = false;
      stream.uncork();
    });
  }

  function goDown(reason: unknown): void {
    if (!isUp) return;
    isUp = false;
    log.warn({ err: reason }, 'redis is down; this gateway goes on alone');
    for (const listener of downListeners) listener();
  }

  function noteFailure(error: unknown, command?: string): void {
    // The library keeps with an error all that was sent: what users ask for, and whole values.
    if (error instanceof Error) Reflect.deleteProperty(error, 'command');
    lastFailure = error;
    log.debug({ err: error, command }, 'redis failed');
  }

  async function greet(): Promise<void> {
    try {
      await breaker.execute(async () => {
        await withTimeout(probeScript(client, [probe], []), commandLimit);
        for (const prepare of preparations) await withTimeout(prepare(client), 10 * commandLimit);
      });
      isUp = true;
      lastFailure = undefined;
      log.info('redis is up; this gateway shares its state');
    } catch (error) {
      // The next look comes soon.
      noteFailure(error);
    }
  }

  function look(): Promise<void> {
    if (isUp || client.status !== 'ready') return Promise.resolve();
    looking ??= greet().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  client.on('ready', () => void look());
  client.on('close', () => goDown(lastFailure ?? new Error('the connection is closed')));
  client.on('error', (error) => noteFailure(error));

  return {
    define: (name, definition) => client.defineCommand(name, definition),
    isUp: () => isUp,
    run: async (name, command, limit = commandLimit) => {
      if (!isUp || client.status !== 'ready') {
        calls.inc({ command: name, outcome: 'skipped' });
        return undefined;
      }
      gather();
      try {
        const response = await breaker.execute(() =>
          withTimeout(command(client), limit).catch(contentFailure),
        );
        if (response instanceof ContentFailure) {
          calls.inc({ command: name, outcome: 'failed' });
          noteFailure(response.error, name);
          return undefined;
        }
        calls.inc({ command: name, outcome: 'ok' });
        lastFailure = undefined;
        return response;
      } catch (error) {
        calls.inc({ command: name, outcome: 'failed' });
        noteFailure(error, name);
        if (breaker.state !== CircuitState.Closed) goDown(error);
        return undefined;
      }
    },
    onReconnect: (prepare) => void preparations.push(prepare),
    noteRepair,
    onDown: (listener) => void downListeners.push(listener),
    duplicate: () => {
      const other = client.duplicate();
      other.on('error', (error) => noteFailure(error));
      others.push(other);
      return other;
    },
    start: async () => {
      timer = setInterval(() => void look(), lookEvery).unref();
      // What fails here is tried again by the client itself.
      const connected = Promise.all(
        [client, ...others].map((one) => one.connect().catch(() => undefined)),
      ).then(look);
      await withTimeout(connected, startLimit).catch(() => undefined);
      if (!isUp) log.warn({ err: lastFailure }, 'redis is not there; this gateway begins alone');
    },
    close: async () => {
      clearInterval(timer);
      const wasUp = isUp;
      isUp = false;
      // Behind everything sent so far; a `quit` would overtake what waits for the end of the tick.
      if (wasUp) await withTimeout(client.ping(), commandLimit).catch(() => undefined);
      for (const one of [client, ...others]) one.disconnect();
    },
  };
}
