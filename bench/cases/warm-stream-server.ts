import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext, Contestant } from '../harness/contestant.ts';
import { runWrk } from '../load/run-wrk.ts';
import type { StreamRequest } from '../load/subscriber-pool.ts';
import type { ServerProcess } from '../machine/child-processes.ts';
import { cpuSeconds, resetPeakMemory, residentMemory } from '../machine/process-usage.ts';
import type { UpstreamControl } from '../upstream/upstream-control.ts';
import { formatPostBody } from './graphql-queries.ts';
import type { SubscriberProcess } from './subscriber-process.ts';

/** The API that streams the events. */
export type StreamApi = 'rest' | 'graphql' | 'websocket';

/** A contestant with one of its APIs. */
export type StreamContestant = { readonly contestant: Contestant; readonly api: StreamApi };

/** The fake upstream that sends events, and the process that subscribes to them. */
export type StreamBench = {
  readonly control: UpstreamControl;
  readonly listener: SubscriberProcess;
};

/** Number of subscribers, number of progress events, and milliseconds between two events. */
export type SubscriberLoad = {
  readonly listeners: number;
  readonly events: number;
  readonly every: number;
};

/** Cost of one load, measured at the server. */
export type StreamMeasurement = {
  /** CPU for one event to one subscriber, microseconds. */
  readonly eventCpu: number;
  /** CPU for one subscriber to connect, microseconds. */
  readonly connectCpu: number;
  /** CPU for one subscriber to receive the result and disconnect, microseconds. */
  readonly disconnectCpu: number;
  /** Resident bytes per subscriber at the peak, until all have received every event. */
  readonly peakMemoryEach: number;
  /** Resident bytes per subscriber while no events are sent, after garbage collection. */
  readonly idleMemory: number;
  /** Peak resident bytes of the process. */
  readonly peakMemory: number;
  /** Received events as a fraction of the possible ones. */
  readonly receivedFraction: number;
};

/** A warmed-up server of a contestant, which runs until it is stopped. */
export type WarmServer = {
  /** Events that one subscriber received before the measurement. */
  readonly firstEvents: readonly unknown[];
  /**
   * Connects all subscribers, then plays the run. Memory values are valid for the first call only.
   */
  readonly measureLoad: (load: SubscriberLoad) => Promise<StreamMeasurement>;
  readonly stop: () => Promise<void>;
};

/** Milliseconds to wait beyond the interval of the events before a run counts as idle. */
const idlePause = 400;
/** Each run has another number of assets, so that no run is cached. */
let topN = 0;

/** Starts a server of the contestant and warms it up. */
export async function startWarmServer(
  { contestant, api }: StreamContestant,
  bench: StreamBench & { readonly world: BenchContext },
): Promise<WarmServer> {
  const server = await contestant.start(bench.world);
  try {
    const firstEvents = await collectEvents(server.url, api, bench);
    await warmUp(server, api, bench);
    const before = await measureIdleMemory(server);
    return {
      firstEvents,
      measureLoad: (load) => measureLoad({ server, api, bench, before }, load),
      stop: server.stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function measureLoad(
  target: {
    readonly server: ServerProcess;
    readonly api: StreamApi;
    readonly bench: StreamBench;
    /** Resident bytes of the process before its first subscribers. */
    readonly before: number;
  },
  load: SubscriberLoad,
): Promise<StreamMeasurement> {
  const { server, api, before } = target;
  const { control, listener } = target.bench;
  const { listeners, events, every } = load;
  resetPeakMemory(server.pid);
  const cpuBefore = cpuSeconds(server.pid);
  await listener.join(createStreamRequest(server.url, api), listeners);
  const connectCpu = cpuSeconds(server.pid) - cpuBefore;
  const joined = residentMemory(server.pid).peak;
  const idleMemory = (await measureIdleMemory(server)) - before;
  const cpuJoined = cpuSeconds(server.pid);
  await control.play({ events, every, ends: false });
  const { receivedEvents } = await listener.waitUntilIdle(every + idlePause);
  const cpuHeard = cpuSeconds(server.pid);
  await control.play({ events: 0, every, ends: true });
  await listener.waitUntilEnded();
  const disconnectCpu = cpuSeconds(server.pid) - cpuHeard;
  const peak = Math.max(joined, residentMemory(server.pid).peak);
  return {
    eventCpu: (1e6 * (cpuHeard - cpuJoined)) / receivedEvents,
    connectCpu: (1e6 * connectCpu) / listeners,
    disconnectCpu: (1e6 * disconnectCpu) / listeners,
    peakMemoryEach: (peak - before) / listeners,
    idleMemory: idleMemory / listeners,
    peakMemory: peak,
    receivedFraction: receivedEvents / (listeners * events),
  };
}

/**
 * Compiles the code paths and touches the whole young generation once, so that its pages do not
 * count as memory of the subscribers.
 */
async function warmUp(
  server: ServerProcess,
  api: StreamApi,
  { control, listener }: StreamBench,
): Promise<void> {
  const body = formatPostBody('{ __typename }');
  const load = { method: 'POST', requests: [{ path: '/graphql', body }], connections: 8 } as const;
  await runWrk(server.url, load, 1);
  await listener.join(createStreamRequest(server.url, api), 30);
  await control.play({ events: 60, every: 10, ends: true });
  await listener.waitUntilEnded();
}

/**
 * Plays a short run for one subscriber. Returns its events: progress in percent, then the run's id.
 */
export async function collectEvents(
  origin: string,
  api: StreamApi,
  { control, listener }: StreamBench,
): Promise<readonly unknown[]> {
  await listener.join(createStreamRequest(origin, api), 1);
  await control.play({ events: 5, every: 30, ends: true });
  return extractEvents((await listener.waitUntilEnded()).text);
}

/** Resident bytes after garbage collection, when no work is in progress. */
async function measureIdleMemory(server: ServerProcess): Promise<number> {
  await sleep(300);
  await server.sendMessage({ collect: true });
  await server.sendMessage({ collect: true });
  return residentMemory(server.pid).now;
}

function createStreamRequest(origin: string, api: StreamApi): StreamRequest {
  topN = (topN % 1000) + 1;
  if (api === 'rest') {
    const query = `category_id=all&top_n=${topN}&weighting=equal&rebalance_days=30`;
    return { origin, method: 'GET', path: `/api/sim/run-stream?${query}`, headers: {} };
  }
  const input = `{ categoryId: "all", topN: ${topN}, weighting: "equal", rebalanceDays: 30 }`;
  const progress = '... on SimulationProgress { pct currentDate totalDates }';
  const result = '... on SimulationResult { run { runId } }';
  const document = `subscription { simulation(input: ${input}) { ${progress} ${result} } }`;
  if (api === 'websocket') {
    return {
      origin,
      method: 'GET',
      path: '/graphql',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': 'graphql-transport-ws',
      },
      messages: [
        JSON.stringify({ type: 'connection_init' }),
        JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query: document } }),
      ],
    };
  }
  return {
    origin,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: formatPostBody(document),
  };
}

type Event = Readonly<Record<string, unknown>> & {
  readonly data?: { readonly simulation: Event };
  readonly run?: { readonly runId: number };
};

/** A line of an event stream, or the payload of a message, to the brace before its last one. */
const eventData = /^data: (\{.*\})$|"payload":(\{"data":\{"simulation":\{.*?\}+)(?=\}(?:[^}]|$))/gm;

/** Extracts the percentages and the run's id from the streams of all APIs. */
function extractEvents(text: string): readonly unknown[] {
  return [...text.matchAll(eventData)].map(([, line, payload]) => {
    const sent = JSON.parse(line ?? payload ?? '') as Event;
    const event = sent.data?.simulation ?? sent;
    return event.pct ?? event.run?.runId ?? event.run_id;
  });
}
