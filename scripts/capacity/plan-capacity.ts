import { measuredFigures } from './measured-figures.ts';

/** The load that a deployment has to carry, and the machines that carry it. */
export type CapacityInput = {
  /** Open event streams. */
  readonly subscribers: number;
  /** Requests per second. */
  readonly rps: number;
  /** Share of requests that are answered by a response that is cached whole, 0 to 1. */
  readonly cachedShare: number;
  /** Share of requests that are large queries with nothing cached, 0 to 1. */
  readonly nestedMissShare: number;
  /** Events per second to one subscriber. */
  readonly events: number;
  /** Bytes of an event, and of a response, on the wire. */
  readonly eventBytes: number;
  readonly responseBytes: number;
  /** Different upstream resources that are read all the time. */
  readonly resources: number;
  /** Seconds for which a value is fresh. */
  readonly freshSeconds: number;
  /** Backtests per second that nobody has run before. */
  readonly runs: number;
  /** Upstream calls per second that the upstreams allow together. */
  readonly upstreamLimit: number;
  /** Share of a core, and of a Redis node, that is used at most, 0 to 1. */
  readonly utilisation: number;
  /** Memory of a gateway for streams, MB, and its network, Mbit/s. */
  readonly streamMegabytes: number;
  readonly megabits: number;
};

/** Defaults of `npm run capacity`. */
export const defaultCapacityInput: CapacityInput = {
  subscribers: 10_000,
  rps: 1_000,
  cachedShare: 0.9,
  nestedMissShare: 0.001,
  events: 0.5,
  eventBytes: 400,
  responseBytes: 2_000,
  resources: 2_000,
  freshSeconds: 5,
  runs: 1,
  upstreamLimit: 1_000,
  utilisation: 0.5,
  streamMegabytes: 512,
  megabits: 1_000,
};

/** What a load needs. */
export type CapacityPlan = {
  /** Gateways that each limit alone would need; the largest decides. */
  readonly replicasBy: Readonly<Record<'cpu' | 'memory' | 'streams' | 'network', number>>;
  readonly replicas: number;
  /** The limit that is met first when the load of these replicas grows. */
  readonly firstLimit: string;
  readonly cores: number;
  readonly redisOperations: number;
  readonly redisShards: number;
  readonly megabitsOut: number;
  readonly upstreamCalls: number;
  /** Cores of the data node, if all upstream calls reach it. */
  readonly dataNodeCores: number;
};

/** Partitions of the shared state, and so the most nodes among which a cluster can divide it. */
const maxShards = 16;

/** Computes what a load needs from the measured figures. */
export function planCapacity(input: CapacityInput): CapacityPlan {
  const { subscribers, rps, cachedShare, nestedMissShare, utilisation } = input;
  const figure = measuredFigures;
  const cores =
    (rps *
      (cachedShare * figure.cachedResponseCpu.value +
        Math.max(0, 1 - cachedShare - nestedMissShare) * figure.assembledResponseCpu.value +
        nestedMissShare * figure.nestedMissCpu.value) +
      subscribers * input.events * figure.eventCpu.value) /
    1e6;
  const megabitsOut =
    (8 * (rps * input.responseBytes + subscribers * input.events * input.eventBytes)) / 1e6;
  const replicasBy = {
    cpu: atLeastOne(cores / utilisation),
    memory: atLeastOne((subscribers * figure.streamMemory.value) / 1000 / input.streamMegabytes),
    streams: atLeastOne(subscribers / figure.streamsOfGateway.value),
    network: atLeastOne(megabitsOut / (input.megabits * utilisation)),
  };
  const replicas = Math.max(...Object.values(replicasBy));
  // A gateway asks Redis for a resource at most once in its fresh time, whatever its load, and
  // once more while another one fetches it.
  const reads = Math.min(
    (2 * replicas * input.resources) / input.freshSeconds,
    rps * (1 - cachedShare) + (replicas * input.resources) / input.freshSeconds,
  );
  const upstreamCalls = input.resources / input.freshSeconds;
  const dataNodeCores =
    (upstreamCalls * figure.dataNodeCallCpu.value + input.runs * figure.dataNodeRunCpu.value) / 1e6;
  const redisOperations = replicas === 1 ? 0 : reads + 2 * upstreamCalls;
  const shards = Math.ceil(redisOperations / (figure.redisScripts.value * utilisation));
  const loads: Readonly<Record<string, number>> = {
    'CPU of the gateways': cores / utilisation / replicas,
    'memory of streams':
      (subscribers * figure.streamMemory.value) / 1000 / input.streamMegabytes / replicas,
    'streams of a gateway': subscribers / figure.streamsOfGateway.value / replicas,
    'network of the gateways': megabitsOut / (input.megabits * utilisation) / replicas,
    'calls that upstreams allow': upstreamCalls / input.upstreamLimit,
    // It is one process.
    'CPU of the data node': dataNodeCores / utilisation,
    'nodes of a Redis cluster':
      redisOperations / (maxShards * figure.redisScripts.value * utilisation),
  };
  const [firstLimit = ''] = Object.keys(loads).toSorted(
    (left, right) => (loads[right] ?? 0) - (loads[left] ?? 0),
  );
  return {
    ...{ replicasBy, replicas, firstLimit, cores, redisOperations },
    redisShards: shards,
    megabitsOut,
    upstreamCalls,
    dataNodeCores,
  };
}

const atLeastOne = (replicas: number): number => Math.max(1, Math.ceil(replicas));
