import type { BenchPart, Extent } from '../harness/bench-part.ts';
import {
  type BenchWorld,
  type Contestant,
  type Flags,
  ourGateway,
  peer,
} from '../harness/contestant.ts';
import { formatGoalCells, formatRatio, type JudgedRatio, type Report } from '../harness/report.ts';
import { assertSameResponses } from '../harness/send-request.ts';
import { median, ratioOfMedians } from '../harness/stats.ts';
import { loadCore } from '../machine/cores-and-tools.ts';
import { startListenerProcess } from './listener-process.ts';
import {
  type StreamApi,
  type StreamBench,
  type StreamEntrant,
  type StreamMeasurement,
  type SubscriberLoad,
  startWarmServer,
  type WarmServer,
} from './stream-subscribers.ts';

/** A run of the benchmark: its load, the number of rounds and the V8 flags. */
type Concert = SubscriberLoad & { readonly rounds: number; readonly flags: Flags };

type WorldHall = StreamBench & { readonly world: BenchWorld };

const concerts: Readonly<Record<Extent, readonly Concert[]>> = {
  full: [
    { listeners: 1000, events: 20, every: 60, rounds: 3, flags: 'tuned' },
    { listeners: 1000, events: 20, every: 60, rounds: 3, flags: 'default' },
    { listeners: 5000, events: 6, every: 350, rounds: 3, flags: 'tuned' },
  ],
  quick: [{ listeners: 1000, events: 20, every: 60, rounds: 2, flags: 'tuned' }],
};
const env = { STREAM_LIMIT_TOTAL: '20000', STREAM_LIMIT_PER_CLIENT: '20000' };

const enter = (
  name: string,
  door: StreamApi,
  contestants: readonly Contestant[],
): readonly StreamEntrant[] =>
  contestants.map((one) => ({ door, contestant: { ...one, id: `${name} ${one.flags}`, name } }));

/** The contestants: our REST and GraphQL APIs, and a stock yoga. */
export const entrants: readonly StreamEntrant[] = [
  ...enter('ours over GraphQL', 'graphql', ourGateway('running', env)),
  ...enter('ours over REST', 'rest', ourGateway('running', env)),
  ...enter('yoga', 'graphql', peer('yoga', 'yoga', { NODE_NO_WARNINGS: '1' })),
];

/** Event streams of one simulation run with many subscribers. */
export const sse: BenchPart = {
  kind: 'own',
  name: 'sse',
  title: 'Listeners of one simulation run',
  needs: ['wrk'],
  run: async function* (world, extent) {
    const listener = await startListenerProcess(loadCore);
    try {
      const hall = { world, control: world.control, listener };
      for (const concert of concerts[extent]) {
        const playing = entrants.filter(({ contestant }) => contestant.flags === concert.flags);
        yield await runConcert(concert, playing, hall);
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
async function runConcert(
  concert: Concert,
  entrants: readonly StreamEntrant[],
  hall: WorldHall,
): Promise<Report> {
  const { listeners, rounds } = concert;
  const stages: (WarmServer & { readonly id: string })[] = [];
  const heard = new Map<string, StreamMeasurement[]>();
  try {
    for (const entrant of entrants) {
      const { id } = entrant.contestant;
      stages.push({ id, ...(await startWarmServer(entrant, hall)) });
      assertSameResponses(new Map(stages.map(({ id, told }) => [id, told])));
      heard.set(id, []);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { id, perform } of round % 2 === 0 ? stages : stages.toReversed()) {
        console.error(`sse: ${listeners} listeners, ${id}`);
        heard.get(id)?.push(await perform(concert));
      }
    }
  } finally {
    await Promise.all(stages.map(({ stop }) => stop()));
  }
  return toReport(concert, entrants, heard);
}

const goal = { least: 5, stretch: 7 };

function toReport(
  { listeners, events, every, flags }: Concert,
  entrants: readonly StreamEntrant[],
  heard: ReadonlyMap<string, readonly StreamMeasurement[]>,
): Report {
  const verdicts: JudgedRatio[] = [];
  /** Memory values come from the first round, as a process does not grow again in later ones. */
  const valuesOf = (id: string, key: keyof StreamMeasurement) => {
    const values = (heard.get(id) ?? []).map((one) => one[key]);
    return key === 'memory' || key === 'kept' || key === 'peak' ? values.slice(0, 1) : values;
  };
  const rows = entrants.map(({ contestant: { id, name, flags } }) => {
    const middle = (key: Parameters<typeof valuesOf>[1]) => median(valuesOf(id, key));
    const cells = (['cpu', 'memory'] as const).flatMap((key) => {
      const rivals = name === 'yoga' ? [] : [`yoga ${flags}`];
      return rivals.flatMap((rival) => {
        const ratio = ratioOfMedians(valuesOf(rival, key), valuesOf(id, key));
        if (heard.has(rival)) {
          verdicts.push({ what: `${listeners} listeners, ${id}, ${key} vs ${rival}`, ratio, goal });
        }
        return [formatRatio(ratio), formatGoalCells(ratio, goal)[2] ?? ''];
      });
    });
    return [
      ...[name, flags, middle('cpu').toFixed(2), middle('joining').toFixed(0)],
      middle('leaving').toFixed(0),
      (middle('memory') / 1000).toFixed(1),
      (middle('kept') / 1000).toFixed(1),
      (middle('peak') / 1e6).toFixed(0),
      `${(100 * middle('share')).toFixed(1)} %`,
      ...cells,
    ];
  });
  return {
    title: `${listeners} listeners of one run, ${events} events, one every ${every} ms, flags ${flags}`,
    columns: [
      'contestant',
      'flags',
      'CPU µs/event',
      'CPU µs/join',
      'CPU µs/leave',
      'kB/listener',
      'kB kept',
      'peak MB',
      'heard',
      'CPU ratio ×',
      'verdict',
      'memory ratio ×',
      'verdict',
    ],
    rows,
    notes: [
      'CPU of one event on its way to one listener, of one that joins, and of one that hears the result and leaves: medians of the rounds. kB/listener: growth of the resident memory at its highest in the first round, divided; kept: after a collection, before the run plays. Ours is held against yoga with the same flags; at least 5, stretch 7. "Heard" is below 100 % where progress was skipped for slow readers.',
    ],
    verdicts,
  };
}
