import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchWorld, Contestant } from '../harness/contestant.ts';
import type { ListenerRequest } from '../load/event-stream-load.ts';
import { runWrk } from '../load/wrk.ts';
import { cpuSeconds, resetPeakMemory, residentMemory } from '../machine/process-usage.ts';
import type { ServerProcess } from '../machine/processes.ts';
import type { UpstreamControl } from '../upstream/control.ts';
import type { ListenerProcess } from './listener-process.ts';
import { postBody } from './queries.ts';

/** The API that streams the events. */
export type StreamApi = 'rest' | 'graphql';

/** A contestant with one of its APIs. */
export type StreamEntrant = { readonly contestant: Contestant; readonly door: StreamApi };

/** The fake upstream that sends events, and the process that subscribes to them. */
export type StreamBench = { readonly control: UpstreamControl; readonly listener: ListenerProcess };

/** Number of subscribers, number of progress events, and milliseconds between two events. */
export type SubscriberLoad = {
  readonly listeners: number;
  readonly events: number;
  readonly every: number;
};

/** Cost of one load, measured at the server. */
export type StreamMeasurement = {
  /** CPU for one event to one subscriber, microseconds. */
  readonly cpu: number;
  /** CPU for one subscriber to connect, microseconds. */
  readonly joining: number;
  /** CPU for one subscriber to receive the result and disconnect, microseconds. */
  readonly leaving: number;
  /** Resident bytes per subscriber at the peak, until all have received every event. */
  readonly memory: number;
  /** Resident bytes per subscriber without events in progress, after garbage collection. */
  readonly kept: number;
  /** Peak resident bytes of the process. */
  readonly peak: number;
  /** Received events as a fraction of the possible ones. */
  readonly share: number;
};

/** A warmed-up server of a contestant, which runs until it is stopped. */
export type WarmServer = {
  /** Events that one subscriber received before the measurement. */
  readonly told: readonly unknown[];
  /**
   * Connects all subscribers, then plays the run. Memory values are valid for the first call only.
   */
  readonly perform: (load: SubscriberLoad) => Promise<StreamMeasurement>;
  readonly stop: () => Promise<void>;
};

/** Milliseconds to wait beyond the interval of the events before a run counts as idle. */
const pauseAtLeast = 400;
/** Each run has another number of assets, so that it is in no cache. */
let topN = 0;

/** Starts a server of the contestant and warms it up. */
export async function startWarmServer(
  { contestant, door }: StreamEntrant,
  hall: StreamBench & { readonly world: BenchWorld },
): Promise<WarmServer> {
  const server = await contestant.start(hall.world);
  try {
    const told = await collectEvents(server.url, door, hall);
    await warm(server, door, hall);
    const before = await settled(server);
    return {
      told,
      perform: (load) => perform({ server, door, hall, before }, load),
      stop: server.stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function perform(
  stage: {
    readonly server: ServerProcess;
    readonly door: StreamApi;
    readonly hall: StreamBench;
    /** Resident bytes of the process before its first subscribers. */
    readonly before: number;
  },
  load: SubscriberLoad,
): Promise<StreamMeasurement> {
  const { server, door, before } = stage;
  const { control, listener } = stage.hall;
  const { listeners, events, every } = load;
  resetPeakMemory(server.pid);
  const cpuBefore = cpuSeconds(server.pid);
  await listener.join(question(server.url, door), listeners);
  const joining = cpuSeconds(server.pid) - cpuBefore;
  const joined = residentMemory(server.pid).peak;
  const kept = (await settled(server)) - before;
  const cpuJoined = cpuSeconds(server.pid);
  await control.play({ events, every, ends: false });
  const { heard } = await listener.silence(every + pauseAtLeast);
  const cpuHeard = cpuSeconds(server.pid);
  await control.play({ events: 0, every, ends: true });
  await listener.wait();
  const leaving = cpuSeconds(server.pid) - cpuHeard;
  const peak = Math.max(joined, residentMemory(server.pid).peak);
  return {
    cpu: (1e6 * (cpuHeard - cpuJoined)) / heard,
    joining: (1e6 * joining) / listeners,
    leaving: (1e6 * leaving) / listeners,
    memory: (peak - before) / listeners,
    kept: kept / listeners,
    peak,
    share: heard / (listeners * events),
  };
}

/**
 * Compiles the code paths and touches the whole young generation once, so that its pages do not
 * count as memory of the subscribers.
 */
async function warm(
  server: ServerProcess,
  door: StreamApi,
  { control, listener }: StreamBench,
): Promise<void> {
  const body = postBody('{ __typename }');
  const load = { method: 'POST', requests: [{ path: '/graphql', body }], connections: 8 } as const;
  await runWrk(server.url, load, 1);
  await listener.join(question(server.url, door), 30);
  await control.play({ events: 60, every: 10, ends: true });
  await listener.wait();
}

/**
 * Plays a short run for one subscriber. Returns its events: progress in percent, then the run's id.
 */
export async function collectEvents(
  origin: string,
  door: StreamApi,
  { control, listener }: StreamBench,
): Promise<readonly unknown[]> {
  await listener.join(question(origin, door), 1);
  await control.play({ events: 5, every: 30, ends: true });
  return sampleOf((await listener.wait()).text);
}

/** Resident bytes after garbage collection, when no work is in progress. */
async function settled(server: ServerProcess): Promise<number> {
  await sleep(300);
  await server.tell({ collect: true });
  await server.tell({ collect: true });
  return residentMemory(server.pid).now;
}

function question(origin: string, door: StreamApi): ListenerRequest {
  topN = (topN % 1000) + 1;
  if (door === 'rest') {
    const query = `category_id=all&top_n=${topN}&weighting=equal&rebalance_days=30`;
    return { origin, method: 'GET', path: `/api/sim/run-stream?${query}`, headers: {} };
  }
  const input = `{ categoryId: "all", topN: ${topN}, weighting: "equal", rebalanceDays: 30 }`;
  const progress = '... on SimulationProgress { pct currentDate totalDates }';
  const result = '... on SimulationResult { run { runId } }';
  const document = `subscription { simulation(input: ${input}) { ${progress} ${result} } }`;
  return {
    origin,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: postBody(document),
  };
}

type Event = Readonly<Record<string, unknown>> & {
  readonly data?: { readonly simulation: Event };
  readonly run?: { readonly runId: number };
};

/** Extracts the percentages and the run's id from the streams of both APIs. */
function sampleOf(text: string): readonly unknown[] {
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => {
    const sent = JSON.parse(json) as Event;
    const event = sent.data?.simulation ?? sent;
    return event.pct ?? event.run?.runId ?? event.run_id;
  });
}
