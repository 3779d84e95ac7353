import { Counter } from '@prometheus-io/client';
import type { Redis } from 'ioredis';
import type { Log } from '../lib/log.ts';
import { parseRedisUrl } from '../lib/redis-url.ts';
import type { Millis } from '../lib/units.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createLuaScript, registerLuaScripts } from './lua-script.ts';
import { createRedisConnection } from './redis-connection.ts';

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
  /** Says what the last failure was while Redis is down, without hosts; undefined while it is up. */
  readonly problem: () => string | undefined;
  /** Adds something that Redis must be able to do to be up, e.g. `publish messages`. */
  readonly requireAbility: (ability: string, check: (client: Redis) => Promise<unknown>) => void;
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
/** Interval at which Redis is probed while it is down, and while it is up. */
const probeIntervals = { down: 250, up: 500 } as const satisfies Record<string, Millis>;
/** Consecutive failures of one kind of command after which Redis counts as down. */
const failuresToGoDown = 3;
/** Failures within this time count as one, because many commands are sent at the same moment. */
const moment: Millis = 50;
/** Shortest time between two new connections after failed probes. */
const reconnectInterval: Millis = 1000;
const startLimit: Millis = 1000;

/**
 * Calls every command of the scripts. The first one needs memory: Redis refuses no later command of
 * a script that has written. KEYS: probe.
 */
const probeScript = createLuaScript(
  'dtfProbe',
  1,
  `local key = KEYS[1]
  local function call(command, ...) return redis.call(command, key, ...) end
  redis.call('SET', key, '1', 'PX', 1000)
  redis.call('TIME')
  call('GET')
  call('EXISTS')
  call('PTTL')
  call('PEXPIRE', 1000)
  call('DEL')
  call('HSETNX', 'a', '1')
  call('HSET', 'a', '1')
  call('HGET', 'a')
  call('HMGET', 'a')
  call('HEXISTS', 'a')
  call('DEL')
  call('ZADD', 1, 'a')
  call('ZSCORE', 'a')
  call('ZCARD')
  call('ZRANGE', 0, -1)
  call('ZREVRANGEBYSCORE', '+inf', '-inf')
  call('ZREMRANGEBYRANK', 0, -9)
  call('ZREMRANGEBYSCORE', 1, 1)
  call('XADD', '*', 'a', '1')
  call('XRANGE', '-', '+', 'COUNT', 1)
  call('XREVRANGE', '+', '-', 'COUNT', 1)
  call('DEL')
  return 1`,
);

type Ability = {
  readonly name: string;
  readonly check: (client: Redis) => Promise<unknown>;
};

/** Failures in a row of one kind of command that are at least `moment` apart. */
type FailureCount = { count: number; at: number };

/** Returns the kind of a Redis error, e.g. `NOPERM`, without its text, which may name hosts. */
function errorKind(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const code =
    /\b(?:READONLY|NOPERM|NOAUTH|WRONGPASS|OOM|MISCONF|LOADING|BUSY)\b/.exec(text) ??
    /^[A-Z]+(?= )/.exec(text);
  return code?.[0] ?? 'no response';
}

/**
 * Returns the error as it may be logged: without the command that ioredis attaches, and without
 * addresses, which may be those of servers that a sentinel has named.
 */
function toLoggedError(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  return new Error(text.replace(/[^\s"'<>()]+:\d{2,5}\b/g, '[hidden]'));
}

/**
 * Creates a client that connects in `start` and reconnects whenever the connection is lost. It is up
 * while a probe, which exercises everything that replicas need, and every kind of command succeed.
 * After a failed probe it connects anew, whatever Redis has answered: the address may lead to
 * another server by now.
 */
export function createRedisClient(deps: {
  readonly url: string;
  /** Key that is written to check whether Redis works. */
  readonly probe: string;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): RedisClient {
  const { url, log, telemetry } = deps;
  const client = createRedisConnection(parseRedisUrl(url));
  const others: Redis[] = [];
  const preparations: ((client: Redis) => Promise<void>)[] = [];
  const downListeners: (() => void)[] = [];
  const abilities: Ability[] = [
    { name: 'run scripts and write', check: (one) => probeScript(one, [deps.probe], []) },
  ];
  const calls = new Counter({
    name: 'gateway_redis_calls_total',
    help: 'Redis commands by outcome; skipped ones were not sent, because Redis is down.',
    labelNames: ['command', 'outcome'] as const,
    registers: [telemetry.registry],
  });
  registerLuaScripts(client);
  let isUp = false;
  let isClosed = false;
  const failures = new Map<string, FailureCount>();
  let isGathering = false;
  let probing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: unknown;
  let problem: string | undefined;

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

  function goDown(reason: unknown, what: string): void {
    if (!isUp) return;
    isUp = false;
    problem = what;
    failures.clear();
    log.warn({ err: toLoggedError(reason), problem }, 'redis is down; this gateway goes on alone');
    for (const listener of downListeners) listener();
  }

  function noteFailure(error: unknown, command?: string): void {
    lastFailure = toLoggedError(error);
    log.debug({ err: lastFailure, command }, 'redis failed');
  }

  /** Counts a failure. Another kind of command that succeeds does not hide it. */
  function countFailure(command: string): number {
    const now = performance.now();
    const known = failures.get(command);
    if (known && now - known.at < moment) return known.count;
    const count = (known?.count ?? 0) + 1;
    failures.set(command, { count, at: now });
    return count;
  }

  /** Replaces all connections. They connect again by themselves. */
  function reconnect(): void {
    const now = performance.now();
    if (isClosed || now - reconnectedAt < reconnectInterval) return;
    reconnectedAt = now;
    for (const one of [client, ...others]) {
      if (one.status === 'ready') one.disconnect(true);
    }
  }

  /** Checks every ability. Returns the first failure and what Redis cannot do. */
  async function findFailure(): Promise<{ error: unknown; what: string } | undefined> {
    for (const { name, check } of abilities) {
      try {
        await withTimeout(check(client), commandLimit);
      } catch (error) {
        noteFailure(error, 'probe');
        return { error, what: `cannot ${name}: ${errorKind(error)}` };
      }
    }
    return undefined;
  }

  async function probeOnce(): Promise<void> {
    const failure = await findFailure();
    if (failure === undefined) {
      failures.delete('probe');
      if (!isUp) await goUp();
    } else if (!isUp) {
      problem = failure.what;
      reconnect();
    } else if (countFailure('probe') >= failuresToGoDown) {
      goDown(failure.error, failure.what);
      reconnect();
    }
  }

  async function goUp(): Promise<void> {
    try {
      for (const prepare of preparations) await withTimeout(prepare(client), 10 * commandLimit);
      isUp = true;
      problem = undefined;
      lastFailure = undefined;
      log.info('redis is up; this gateway shares its state');
    } catch (error) {
      noteFailure(error, 'probe');
      problem = `cannot send what was held back: ${errorKind(error)}`;
      reconnect();
    }
  }

  function probe(): Promise<void> {
    if (client.status !== 'ready') return Promise.resolve();
    probing ??= probeOnce().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  function probeLater(): void {
    if (isClosed) return;
    timer = setTimeout(
      () => void probe().then(probeLater),
      isUp ? probeIntervals.up : probeIntervals.down,
    ).unref();
  }

  client.on('ready', () => void probe());
  client.on('close', () =>
    goDown(lastFailure ?? new Error('the connection is closed'), 'the connection is closed'),
  );
  client.on('error', (error) => noteFailure(error));

  return {
    define: (name, definition) => client.defineCommand(name, definition),
    isUp: () => isUp,
    problem: () => (isUp ? undefined : (problem ?? 'there is no connection')),
    requireAbility: (name, check) => void abilities.push({ name, check }),
    run: async (name, command, limit = commandLimit) => {
      if (!isUp || client.status !== 'ready') {
        calls.inc({ command: name, outcome: 'skipped' });
        return undefined;
      }
      gather();
      try {
        const response = await withTimeout(command(client), limit);
        failures.delete(name);
        calls.inc({ command: name, outcome: 'ok' });
        return response;
      } catch (error) {
        calls.inc({ command: name, outcome: 'failed' });
        noteFailure(error, name);
        if (countFailure(name) >= failuresToGoDown) {
          goDown(error, `the command ${name} fails: ${errorKind(error)}`);
        }
        return undefined;
      }
    },
    onReconnect: (prepare) => void preparations.push(prepare),
    onDown: (listener) => void downListeners.push(listener),
    duplicate: () => {
      const other = client.duplicate({ autoResubscribe: false });
      other.on('error', (error) => noteFailure(error));
      others.push(other);
      return other;
    },
    start: async () => {
      probeLater();
      // ioredis retries a failed connect by itself.
      const connected = Promise.all(
        [client, ...others].map((one) => one.connect().catch(() => undefined)),
      ).then(probe);
      await withTimeout(connected, startLimit).catch(() => undefined);
      if (!isUp)
        log.warn({ err: lastFailure, problem }, 'redis is not there; this gateway begins alone');
    },
    close: async () => {
      clearTimeout(timer);
      const wasUp = isUp;
      isClosed = true;
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
