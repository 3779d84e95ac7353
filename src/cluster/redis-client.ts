import { Redis, type RedisOptions } from 'ioredis';
import { Counter } from 'prom-client';
import type { Log } from '../lib/log.ts';
import type { Millis } from '../lib/units.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createLuaScript, registerLuaScripts } from './lua-script.ts';

/** The gateway's connection to Redis. Its failures never reach callers as errors. */
export type RedisClient = {
  /**
   * Runs a command. Returns undefined when Redis is down, fails, or takes longer than `limit` (100
   * ms); the caller then continues without Redis. Never rejects.
   *
   * @param name - The command's label in metrics.
   */
  readonly run: <T>(
    name: string,
    command: (client: Redis) => Promise<T>,
    limit?: Millis,
  ) => Promise<T | undefined>;
  /** Defines a Lua script as a command of ioredis; to be called before `start`. */
  readonly define: Redis['defineCommand'];
  readonly isUp: () => boolean;
  /** Runs `prepare` whenever Redis becomes available, before any other command is sent. */
  readonly onReconnect: (prepare: (client: Redis) => Promise<void>) => void;
  readonly onDown: (listener: () => void) => void;
  /** Opens a second connection, e.g. for subscriptions; `close` ends it too. */
  readonly duplicate: () => Redis;
  /** Connects. Resolves when Redis is up, or after one second without it. */
  readonly start: () => Promise<void>;
  /** Waits a short time for sent commands to complete, then disconnects. */
  readonly close: () => Promise<void>;
};

/** A command that takes longer counts as failed, so this is the longest delay of a request. */
const commandLimit: Millis = 100;
/** Interval at which a Redis that is down is probed. */
const lookEvery: Millis = 250;
const failuresToGoDown = 3;
/** Failures within this time count as one, because many commands are sent at the same moment. */
const moment: Millis = 50;
const startLimit: Millis = 1000;

const options = {
  lazyConnect: true,
  protocol: 2 as const,
  disableClientInfo: true,
  // Commands are neither queued while offline nor sent again: they would be executed too late.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1000,
  // A connection without a response for this long is replaced.
  socketTimeout: 2000,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
  // After a failover the connection may lead to a read-only replica: reconnect to find the primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** A Redis that responds but accepts no writes or scripts counts as down. KEYS: probe. */
const probeScript = createLuaScript(
  'dtfProbe',
  1,
  `return redis.call('SET', KEYS[1], '', 'PX', 1000)`,
);

/** Creates a client that connects in `start` and reconnects whenever the connection is lost. */
export function createRedisClient(deps: {
  readonly url: string;
  /** Key that is written to check whether Redis works. */
  readonly probe: string;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): RedisClient {
  const { url, probe, log, telemetry } = deps;
  const client = new Redis(url, options);
  const others: Redis[] = [];
  const preparations: ((client: Redis) => Promise<void>)[] = [];
  const downListeners: (() => void)[] = [];
  const calls = new Counter({
    name: 'gateway_redis_calls_total',
    help: 'Redis commands by outcome; skipped ones were not sent, because Redis is down.',
    labelNames: ['command', 'outcome'] as const,
    registers: [telemetry.registry],
  });
  registerLuaScripts(client);
  let isUp = false;
  /** Consecutive failures that are at least `moment` apart, and the time of the last one. */
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isGathering = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastFailure: unknown;

  /** Sends all commands of a turn in one write; ioredis' pipelines would wait for each other. */
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
    // ioredis attaches the command with its arguments, which must not be logged, to the error.
    if (error instanceof Error) Reflect.deleteProperty(error, 'command');
    lastFailure = error;
    log.debug({ err: error, command }, 'redis failed');
  }

  function countFailure(): number {
    const now = performance.now();
    if (now - failedAt < moment) return failures;
    failedAt = now;
    failures += 1;
    return failures;
  }

  async function greet(): Promise<void> {
    try {
      await withTimeout(probeScript(client, [probe], []), commandLimit);
      for (const prepare of preparations) await withTimeout(prepare(client), 10 * commandLimit);
      isUp = true;
      failures = 0;
      lastFailure = undefined;
      log.info('redis is up; this gateway shares its state');
    } catch (error) {
      // The timer in `start` probes again.
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
        const response = await withTimeout(command(client), limit);
        failures = 0;
        calls.inc({ command: name, outcome: 'ok' });
        lastFailure = undefined;
        return response;
      } catch (error) {
        calls.inc({ command: name, outcome: 'failed' });
        noteFailure(error, name);
        if (countFailure() >= failuresToGoDown) goDown(error);
        return undefined;
      }
    },
    onReconnect: (prepare) => void preparations.push(prepare),
    onDown: (listener) => void downListeners.push(listener),
    duplicate: () => {
      const other = client.duplicate();
      other.on('error', (error) => noteFailure(error));
      others.push(other);
      return other;
    },
    start: async () => {
      timer = setInterval(() => void look(), lookEvery).unref();
      // ioredis retries a failed connect by itself.
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
      // A `ping` queues behind everything sent so far; a `quit` would overtake corked commands.
      if (wasUp) await withTimeout(client.ping(), commandLimit).catch(() => undefined);
      for (const one of [client, ...others]) one.disconnect();
    },
  };
}

const timeoutTick: Millis = 20;

/**
 * Resolves with the response if it arrives within `limit`, counted in ticks of 20 ms. A blocked
 * event loop counts as one tick, so a slow process is not mistaken for a slow Redis.
 *
 * @throws {Error} the response does not arrive in time.
 */
export function withTimeout<T>(response: Promise<T>, limit: Millis): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = Math.ceil(limit / timeoutTick);
    const giveUp = () => reject(new Error('Redis did not answer in time'));
    const wait = () => {
      left -= 1;
      if (left > 0) timer = setTimeout(wait, timeoutTick);
      else setImmediate(giveUp);
    };
    let timer = setTimeout(wait, timeoutTick);
    response.then(resolve, reject).finally(() => {
      left = 0;
      clearTimeout(timer);
    });
  });
}
