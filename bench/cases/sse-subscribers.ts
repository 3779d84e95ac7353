import type { BenchPart, RunExtent } from '../harness/bench-part.ts';
import {
  type BenchContext,
  type Contestant,
  createOurContestants,
  createPeerContestants,
  type V8FlagSet,
} from '../harness/contestant.ts';
import { type Goal, median, ratioOfMedians } from '../harness/ratio-goals.ts';
import { formatGoalCells, formatRatio, type JudgedRatio, type Report } from '../harness/report.ts';
import { assertSameResponses } from '../harness/send-request.ts';
import { loadCore } from '../machine/cores-and-tools.ts';
import { startSubscriberProcess } from './subscriber-process.ts';
import {
  type StreamApi,
  type StreamBench,
  type StreamContestant,
  type StreamMeasurement,
  type SubscriberLoad,
  startWarmServer,
  type WarmServer,
} from './warm-stream-server.ts';

/** A run of the benchmark: its load, the number of rounds and the V8 flags. */
type StreamRun = SubscriberLoad & { readonly rounds: number; readonly flags: V8FlagSet };

type SseBenchContext = StreamBench & { readonly world: BenchContext };

const streamRuns: Readonly<Record<RunExtent, readonly StreamRun[]>> = {
  full: [
    { listeners: 1000, events: 20, every: 60, rounds: 3, flags: 'tuned' },
    { listeners: 1000, events: 20, every: 60, rounds: 3, flags: 'default' },
    { listeners: 5000, events: 6, every: 350, rounds: 3, flags: 'tuned' },
  ],
  quick: [{ listeners: 1000, events: 20, every: 60, rounds: 2, flags: 'tuned' }],
};
const env = { STREAM_LIMIT_TOTAL: '20000', STREAM_LIMIT_PER_CLIENT: '20000' };

const createStreamContestants = (
  name: string,
  api: StreamApi,
  contestants: readonly Contestant[],
): readonly StreamContestant[] =>
  contestants.map((one) => ({ api, contestant: { ...one, id: `${name} ${one.flags}`, name } }));

/** The contestants: our REST and GraphQL APIs, the latter also by WebSocket, and yoga with its default configuration. */
export const sseContestants: readonly StreamContestant[] = [
  ...createStreamContestants('ours over GraphQL', 'graphql', createOurContestants('running', env)),
  ...createStreamContestants(
    'ours over WebSocket',
    'websocket',
    createOurContestants('running', env),
  ),
  ...createStreamContestants('ours over REST', 'rest', createOurContestants('running', env)),
  ...createStreamContestants(
    'yoga',
    'graphql',
    createPeerContestants('yoga', 'yoga', { NODE_NO_WARNINGS: '1' }),
  ),
];

/** Measures event streams of one simulation run with many subscribers. */
export const ssePart: BenchPart = {
  kind: 'own',
  name: 'sse',
  title: 'Listeners of one simulation run',
  needs: ['wrk'],
  run: async function* (world, extent) {
    const listener = await startSubscriberProcess(loadCore);
    try {
      const bench = { world, control: world.control, listener };
      for (const streamRun of streamRuns[extent]) {
        const playing = sseContestants.filter(
          ({ contestant }) => contestant.flags === streamRun.flags,
        );
        yield await measureStreamRun(streamRun, playing, bench);
      }
    } finally {
      await listener.stop();
    }
  },
};

/**
 * Starts all servers, then measures them in turn. The order is reversed in every other round.
 *
 * @throws {Error} the APIs and servers do not send the same events.
 */
async function measureStreamRun(
  streamRun: StreamRun,
  contestants: readonly StreamContestant[],
  bench: SseBenchContext,
): Promise<Report> {
  const { listeners, rounds } = streamRun;
  const servers: (WarmServer & { readonly id: string })[] = [];
  const measurements = new Map<string, StreamMeasurement[]>();
  try {
    for (const contestant of contestants) {
      const { id } = contestant.contestant;
      servers.push({ id, ...(await startWarmServer(contestant, bench)) });
      assertSameResponses(new Map(servers.map(({ id, firstEvents }) => [id, firstEvents])));
      measurements.set(id, []);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { id, measureLoad } of round % 2 === 0 ? servers : servers.toReversed()) {
        console.error(`sse: ${listeners} listeners, ${id}`);
        measurements.get(id)?.push(await measureLoad(streamRun));
      }
    }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
  return toReport(streamRun, contestants, measurements);
}

const memoryKeys = new Set<keyof StreamMeasurement>(['peakMemoryEach', 'idleMemory', 'peakMemory']);
const ratios = [
  { key: 'eventCpu', label: 'cpu', goal: { least: 3.5 } },
  { key: 'peakMemoryEach', label: 'memory', goal: { least: 5 } },
] as const;

/** An event by WebSocket costs at most 1.2 times the CPU of one as server-sent event. */
const webSocketGoal: Goal = { least: Math.round(100 / 1.2) / 100 };

/** Judges the CPU of an event over GraphQL by WebSocket, beside that of a server-sent event. */
export function judgeWebSocketCpu(
  listeners: number,
  cpu: { readonly sse: readonly number[]; readonly webSocket: readonly number[] },
): JudgedRatio {
  return {
    what: `${listeners} listeners, CPU of an event as server-sent event, by WebSocket`,
    ratio: ratioOfMedians(cpu.sse, cpu.webSocket),
    goal: webSocketGoal,
    isRequired: true,
  };
}

function toReport(
  { listeners, events, every, flags }: StreamRun,
  contestants: readonly StreamContestant[],
  measurements: ReadonlyMap<string, readonly StreamMeasurement[]>,
): Report {
  const verdicts: JudgedRatio[] = [];
  /** Memory values come from the first round, as a process does not grow again in later ones. */
  const valuesOf = (id: string, key: keyof StreamMeasurement) => {
    const values = (measurements.get(id) ?? []).map((one) => one[key]);
    return memoryKeys.has(key) ? values.slice(0, 1) : values;
  };
  const rows = contestants.map(({ contestant: { id, name, flags } }) => {
    const middle = (key: Parameters<typeof valuesOf>[1]) => median(valuesOf(id, key));
    const cells = ratios.flatMap(({ key, label, goal: tunedGoal }) => {
      // The goals hold for our flags; the ratio with those of Node is printed beside them.
      const goal = flags === 'tuned' ? tunedGoal : undefined;
      const rivals = name === 'yoga' ? [] : [`yoga ${flags}`];
      return rivals.flatMap((rival) => {
        const ratio = ratioOfMedians(valuesOf(rival, key), valuesOf(id, key));
        if (goal && measurements.has(rival)) {
          verdicts.push({
            what: `${listeners} listeners, ${id}, ${label} vs ${rival}`,
            ratio,
            goal,
          });
        }
        return [formatRatio(ratio), formatGoalCells(ratio, goal)[2] ?? ''];
      });
    });
    return [
      ...[name, flags, middle('eventCpu').toFixed(2), middle('connectCpu').toFixed(0)],
      middle('disconnectCpu').toFixed(0),
      (middle('peakMemoryEach') / 1000).toFixed(1),
      (middle('idleMemory') / 1000).toFixed(1),
      (middle('peakMemory') / 1e6).toFixed(0),
      `${(100 * middle('receivedFraction')).toFixed(1)} %`,
      ...cells,
    ];
  });
  const cpuOf = (name: string) => valuesOf(`${name} ${flags}`, 'eventCpu');
  if (flags === 'tuned') {
    const cpu = { sse: cpuOf('ours over GraphQL'), webSocket: cpuOf('ours over WebSocket') };
    verdicts.push(judgeWebSocketCpu(listeners, cpu));
  }
  return {
    title: `${listeners} listeners of one run, ${events} events, one every ${every} ms, flags ${flags}`,
    columns: [
      'contestant',
      'flags',
      'CPU µs/event',
      'CPU µs/join',
      'CPU µs/leave',
      'kB/listener',
      'kB idle',
      'peak MB',
      'received',
      'CPU ratio ×',
      'verdict',
      'memory ratio ×',
      'verdict',
    ],
    rows,
    notes: [
      'CPU of one event to one listener, of one listener that connects, and of one that receives the result and disconnects: medians of the rounds. kB/listener: growth of the resident memory at its highest in the first round, divided by the listeners; kB idle: after a garbage collection, before events are sent. Ours is compared with yoga with the same flags. "Received" is below 100 % where progress was skipped for slow readers.',
    ],
    verdicts,
  };
}
