import type { Extent, HttpPart } from '../cases/part.ts';
import { type Load, runWrk } from '../load/wrk.ts';
import { sumOf } from '../upstream/control.ts';
import { answersOf, demandSame } from './ask.ts';
import type { Contestant, HttpCase, World } from './contestant.ts';
import { oursId } from './contestant.ts';
import { hasTool, missing } from './machine.ts';
import type { ServerProcess } from './processes.ts';
import { goalCells, type Judged, type Report, times } from './report.ts';
import { median, ratioOfMedians } from './stats.ts';
import { cpuSeconds, memoryOf, resetPeak } from './usage.ts';

/** One window of load on one contestant; times in microseconds and milliseconds as named. */
export type Sample = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU of the server for one request, microseconds. */
  readonly cpu: number;
  /** Upstream calls for one request. */
  readonly calls: number;
};

type Entrant = { readonly contestant: Contestant; readonly server: ServerProcess };
/** Whole seconds; those who have been through a case before need less to warm up. */
type Plan = {
  readonly warm: number;
  readonly warmAgain: number;
  readonly rounds: number;
  readonly seconds: number;
};

const plans: Readonly<Record<Extent, Plan>> = {
  full: { warm: 2, warmAgain: 1, rounds: 3, seconds: 2 },
  quick: { warm: 4, warmAgain: 2, rounds: 2, seconds: 2 },
};

/** Runs the cases of a part: starts everybody, checks that they agree, then goes round and round. */
export async function* runPart(
  part: HttpPart,
  world: World,
  extent: Extent,
): AsyncGenerator<Report> {
  const entrants: Entrant[] = [];
  try {
    for await (const entrant of startAll(part, world, extent)) entrants.push(entrant);
    for (const one of part.cases) {
      if (extent === 'quick' && part.quickCases && !part.quickCases.includes(one.name)) continue;
      const present = entrants.filter(({ contestant }) => takesPart(one, contestant));
      yield await runCase({ part, one, entrants: present, world, extent });
    }
  } finally {
    await Promise.all(entrants.map(({ server }) => server.stop()));
  }
}

const takesPart = (one: HttpCase, { id }: Contestant): boolean => one.only?.includes(id) ?? true;

/** Starts the contestants of a part in their order. */
async function* startAll(part: HttpPart, world: World, extent: Extent): AsyncGenerator<Entrant> {
  const standing = new Map<string, string>();
  for (const contestant of part.contestants) {
    if (extent === 'quick' && !part.quick.includes(contestant.id)) continue;
    if (contestant.needs && !hasTool(contestant.needs)) {
      console.error(`${contestant.name} takes no part: ${missing(contestant.needs)}`);
      continue;
    }
    const server = await contestant.start({ ...world, standing });
    standing.set(contestant.id, server.url);
    yield { contestant, server };
  }
}

/** @throws {Error} the contestants of a case do not answer the same data. */
async function checkSame(one: HttpCase, entrants: readonly Entrant[]): Promise<void> {
  const answers = new Map<string, readonly unknown[]>();
  for (const { contestant, server } of entrants) {
    answers.set(contestant.id, await answersOf(server.url, one.loadOf(contestant)));
  }
  demandSame(answers);
}

async function runCase(options: {
  readonly part: HttpPart;
  readonly one: HttpCase;
  readonly entrants: readonly Entrant[];
  readonly world: World;
  readonly extent: Extent;
}): Promise<Report> {
  const { part, one, entrants, world, extent } = options;
  const plan = plans[extent];
  console.error(`${part.name}: ${one.name}`);
  await world.control.setLatency(one.latency ?? 0);
  await checkSame(one, entrants);
  for (const { contestant, server } of entrants) {
    const warm = one === part.cases[0] ? plan.warm : plan.warmAgain;
    await runWrk(server.url, one.loadOf(contestant), warm);
    resetPeak(server.pid);
  }
  const samples = new Map(entrants.map(({ contestant }) => [contestant.id, [] as Sample[]]));
  const rounds = extent === 'full' ? (one.rounds ?? plan.rounds) : plan.rounds;
  for (let round = 0; round < rounds; round += 1) {
    // There and back, so that nobody always comes after the same neighbour.
    for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
      const { contestant, server } = entrant;
      const sample = await measure(server, one.loadOf(contestant), { world, plan });
      samples.get(contestant.id)?.push(sample);
    }
  }
  await world.control.setLatency(0);
  return toReport({ part, one, entrants, samples });
}

async function measure(
  server: ServerProcess,
  load: Load,
  { world, plan }: { readonly world: World; readonly plan: Plan },
): Promise<Sample> {
  await world.control.takeCounts();
  const before = cpuSeconds(server.pid);
  const seen = await runWrk(server.url, load, plan.seconds);
  const cpu = cpuSeconds(server.pid) - before;
  const calls = sumOf(await world.control.takeCounts());
  return {
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    cpu: (1e6 * cpu) / seen.requests,
    calls: calls / seen.requests,
  };
}

const columns = [
  'contestant',
  'flags',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs/req',
  'calls/req',
  'peak MB',
  'after MB',
  'CPU ratio ×',
  'req/s ratio ×',
  'least',
  'stretch',
  'verdict',
] as const;

function toReport(options: {
  readonly part: HttpPart;
  readonly one: HttpCase;
  readonly entrants: readonly Entrant[];
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}): Report {
  const { part, one, entrants, samples } = options;
  const valuesOf = (id: string, key: keyof Sample) =>
    (samples.get(id) ?? []).map((sample) => sample[key]);
  const verdicts: Judged[] = [];
  const rows = entrants.map(({ contestant, server }) => {
    const { id, name, flags } = contestant;
    const middle = (key: keyof Sample) => median(valuesOf(id, key));
    const memory = memoryOf(server.pid);
    const ratio = ratioOfMedians(valuesOf(id, 'cpu'), valuesOf(oursId, 'cpu'));
    const speed = ratioOfMedians(valuesOf(oursId, 'perSecond'), valuesOf(id, 'perSecond'));
    const goal = one.goals[id];
    if (goal) verdicts.push({ what: `${one.name} vs ${id}`, ratio, goal });
    return [
      ...[name, flags],
      middle('perSecond').toFixed(0),
      middle('p50').toFixed(2),
      middle('p99').toFixed(2),
      digits(middle('cpu')),
      middle('calls').toFixed(1),
      ...[memory.peak, memory.now].map((bytes) => (bytes / 1e6).toFixed(0)),
      ...(id === oursId ? ['', ''] : [times(ratio), times(speed)]),
      ...goalCells(ratio, goal),
    ];
  });
  return { title: `${part.title}: ${one.title}`, columns, rows, notes: [], verdicts };
}

/** Three digits that matter. */
const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
