import { Counter } from '@prometheus-io/client';
import type { Redis } from 'ioredis';
import type { Log } from '../lib/log.ts';
import { parseRedisUrl } from '../lib/redis-url.ts';
import type { Millis } from '../lib/units.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { registerLuaScripts } from './lua-script.ts';
import type { Partition } from './partitions.ts';
import type { PubSub, RedisCommands } from './pub-sub.ts';
import { createRedisConnection, duplicateConnection, type RedisNode } from './redis-connection.ts';
import { probeScript } from './redis-probe.ts';

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
    command: (client: RedisCommands) => Promise<T>,
    limit?: Millis,
  ) => Promise<T | undefined>;
  /** Defines a Lua script as a command of ioredis; to be called before `start`. */
  readonly define: Redis['defineCommand'];
  readonly isUp: () => boolean;
  /** Says what the last failure was while Redis is down, without hosts; undefined while it is up. */
  readonly problem: () => string | undefined;
  readonly pubSub: PubSub;
  /** Publishes whether Redis is up or not. Rejects if it cannot. */
  readonly publish: (channel: string, text: string) => Promise<unknown>;
  /** Adds something that Redis must be able to do to be up, e.g. `publish messages`. */
  readonly requireAbility: (ability: string, check: Check) => void;
  /** Calls the listener with the nodes whenever they are connected, before they are probed. */
  readonly onConnect: (listener: (nodes: readonly RedisNode[]) => void) => void;
  /** Runs `prepare` whenever Redis becomes available, before any other command is sent. */
  readonly onReconnect: (prepare: (client: RedisCommands) => Promise<void>) => void;
  readonly onDown: (listener: () => void) => void;
  /** Creates a second connection to a node, e.g. for subscriptions; `close` ends it too. */
  readonly duplicate: (node: RedisNode) => Redis;
  /** Ends such a connection for good. */
  readonly discard: (duplicate: Redis) => void;
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

type Check = (client: RedisCommands, nodes: readonly RedisNode[]) => Promise<unknown>;
type Ability = { readonly name: string; readonly check: Check };

/** Failures in a row of one kind of command that are at least `moment` apart. */
type FailureCount = { count: number; at: number };

/** Returns what Redis said, without the words that ioredis puts in front in a cluster. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error ? Reflect.get(error, 'lastNodeError') : undefined;
  if (cause instanceof Error) return messageOf(cause);
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^Too many Cluster redirections\. Last error: (?:\w*Error: )?/, '');
}

/** Whether a node of a cluster refuses a command because another one has the key's slot. */
const isMoved = (error: unknown) => /^(?:MOVED|ASK) /.test(messageOf(error));

/** Returns the kind of a Redis error, e.g. `NOPERM`, without its text, which may name hosts. */
function errorKind(error: unknown): string {
  const text = messageOf(error);
  const code =
    /\b(?:READONLY|NOPERM|NOAUTH|WRONGPASS|OOM|MISCONF|LOADING|BUSY|CLUSTERDOWN)\b/.exec(text) ??
    /^[A-Z]+(?= )/.exec(text);
  return code?.[0] ?? 'no response';
}

/**
 * Returns the error as it may be logged: without the command that ioredis attaches, and without
 * addresses, which may be those of servers that a sentinel or a cluster has named.
 */
function toLoggedError(error: unknown): Error {
  return new Error(messageOf(error).replace(/[^\s"'<>()]+:\d{2,5}\b/g, '[hidden]'));
}

/**
 * Creates a client that connects in `start` and reconnects whenever the connection is lost. It is up
 * while a probe, which exercises everything that replicas need, and every kind of command succeed.
 * After a failed probe it connects anew, whatever Redis has answered: the address may lead to
 * another server by now.
 */
export function createRedisClient(deps: {
  readonly url: string;
  /** Returns the key of a partition that is written to check whether its node works. */
  readonly probe: (partition: Partition) => string;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): RedisClient {
  const { url, log, telemetry } = deps;
  const connection = createRedisConnection(parseRedisUrl(url));
  const { client, pubSub } = connection;
  /** The nodes since the last connect; empty before they are connected. */
  let nodes: readonly RedisNode[] = [];
  const others = new Set<Redis>();
  const connectListeners: ((nodes: readonly RedisNode[]) => void)[] = [];
  const preparations: ((client: RedisCommands) => Promise<void>)[] = [];
  const downListeners: (() => void)[] = [];
  const keyOf = (node: RedisNode) => deps.probe(node.partitions[0] ?? 0);
  const abilities: Ability[] = [
    {
      name: 'run scripts and write',
      check: (one, all) => Promise.all(all.map((node) => probeScript(one, [keyOf(node)], []))),
    },
  ];
  const calls = new Counter({
    name: 'gateway_redis_calls_total',
    help: 'Redis commands by outcome; skipped ones were not sent, because Redis is down.',
    labelNames: ['command', 'outcome'] as const,
    registers: [telemetry.registry],
  });
  registerLuaScripts(connection);
  let isUp = false;
  let isClosed = false;
  const failures = new Map<string, FailureCount>();
  let isGathering = false;
  let probing: Promise<void> | undefined;
  let connecting: Promise<void> | undefined;
  /** Counts connects and their ends; what an earlier one finds out is not used. */
  let connects = 0;
  let timer: NodeJS.Timeout | undefined;
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: unknown;
  let problem: string | undefined;

  /** Sends all commands of a turn in one write; ioredis' pipelines would wait for each other. */
  function gather(): void {
    if (isGathering) return;
    const streams = nodes.map((node) => node.connection.stream);
    isGathering = true;
    for (const stream of streams) stream.cork();
    setImmediate(() => {
      isGathering = false;
      for (const stream of streams) stream.uncork();
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
        await withTimeout(check(client, nodes), commandLimit);
      } catch (error) {
        noteFailure(error, 'probe');
        return { error, what: `cannot ${name}: ${errorKind(error)}` };
      }
    }
    return undefined;
  }

  async function probeOnce(): Promise<void> {
    const probed = nodes;
    const failure = await findFailure();
    if (failure === undefined && probed !== nodes) return;
    if (failure === undefined) {
      failures.delete('probe');
      if (!isUp) await goUp();
    } else if (!isUp) {
      problem = failure.what;
      reconnect();
    } else if (isMoved(failure.error) || countFailure('probe') >= failuresToGoDown) {
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
    if (nodes.length === 0) {
      if (connecting === undefined) reconnect();
      return Promise.resolve();
    }
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

  async function connectNodes(): Promise<void> {
    const own = ++connects;
    try {
      const opened = await withTimeout(connection.openNodes(), startLimit);
      if (own !== connects) return;
      nodes = opened;
      for (const listener of connectListeners) listener(nodes);
    } catch (error) {
      noteFailure(error, 'connect');
      if (own !== connects) return;
      problem = `cannot connect to every node: ${errorKind(error)}`;
      reconnect();
    }
    await probe();
  }

  /** Goes down because the nodes are others than they were, and looks for them. */
  function leave(reason: unknown, what: string): void {
    goDown(reason, what);
    reconnect();
  }

  client.on('ready', () => {
    const own = connectNodes();
    connecting = own;
    void own.finally(() => {
      if (connecting === own) connecting = undefined;
    });
  });
  client.on('close', () => {
    connects += 1;
    nodes = [];
    goDown(lastFailure ?? new Error('the connection is closed'), 'the connection is closed');
  });
  connection.onNodeLost((lost) => {
    if (!nodes.some((node) => node.connection === lost)) return;
    const what = 'the connection to a node is closed';
    leave(lastFailure ?? new Error(what), what);
  });
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
        const what = `the command ${name} fails: ${errorKind(error)}`;
        if (isMoved(error)) leave(error, what);
        else if (countFailure(name) >= failuresToGoDown) goDown(error, what);
        return undefined;
      }
    },
    onReconnect: (prepare) => void preparations.push(prepare),
    onDown: (listener) => void downListeners.push(listener),
    pubSub,
    publish: (channel, text) => pubSub.publish(client, channel, text),
    onConnect: (listener) => void connectListeners.push(listener),
    duplicate: (node) => {
      const other = duplicateConnection(node);
      other.on('error', (error) => noteFailure(error));
      // A node of a cluster says so when it gives away the slot of a channel.
      other.on('moved', () => leave(new Error('MOVED'), 'a channel has moved to another node'));
      others.add(other);
      return other;
    },
    discard: (other) => {
      others.delete(other);
      other.disconnect();
    },
    start: async () => {
      probeLater();
      // ioredis retries a failed connect by itself.
      // ioredis retries a failed connect by itself.
      const connected = client.connect().then(async () => {
        // A cluster calls its listeners later.
        await new Promise((resolve) => setImmediate(resolve));
        await connecting;
      });
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
      const pings = wasUp ? nodes.map((node) => node.connection.ping()) : [];
      await withTimeout(Promise.all(pings), commandLimit).catch(() => undefined);
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
