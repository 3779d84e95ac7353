import { runWrk, type WrkLoad } from '../load/run-wrk.ts';
import type { ServerProcess } from '../machine/child-processes.ts';
import { explainMissingTool, hasTool } from '../machine/cores-and-tools.ts';
import { cpuSeconds, resetPeakMemory } from '../machine/process-usage.ts';
import { sumCounts } from '../upstream/upstream-control.ts';
import type { HttpPart, RunExtent } from './bench-part.ts';
import { type RunningContestant, type Sample, toCaseReport } from './case-report.ts';
import type { BenchContext, Contestant, HttpCase } from './contestant.ts';
import type { Report } from './report.ts';
import { assertSameResponses, fetchResponses } from './send-request.ts';

/** Limits of a warm-up in seconds: the minimum CPU time and the maximum duration. */
type WarmUpLimits = { readonly cpu: number; readonly atMost: number };

const firstWarmUp: WarmUpLimits = { cpu: 3, atMost: 8 };
/** Warm-up of servers that have run a case before. */
const repeatedWarmUp: WarmUpLimits = { cpu: 1, atMost: 4 };

const roundsOf: Readonly<Record<RunExtent, number>> = { full: 6, quick: 4 };
/**
 * `wrk` accepts whole seconds only. Windows are short and alternate, so that changing load of other
 * processes affects all contestants alike.
 */
const windowSeconds = 1;

/**
 * Runs the cases of a part: starts all contestants, checks that they return the same data, and
 * measures them in turn, round by round.
 */
export async function* runPart(
  part: HttpPart,
  world: BenchContext,
  extent: RunExtent,
): AsyncGenerator<Report> {
  const runningContestants: RunningContestant[] = [];
  try {
    for await (const runningContestant of startAll(part, world, extent))
      runningContestants.push(runningContestant);
    for (const one of part.cases) {
      if (extent === 'quick' && part.quickCases && !part.quickCases.includes(one.name)) continue;
      const present = runningContestants.filter(({ contestant }) => takesPart(one, contestant));
      yield await runCase({ part, one, runningContestants: present, world, extent });
    }
  } finally {
    await Promise.all(runningContestants.map(({ server }) => server.stop()));
  }
}

const takesPart = (one: HttpCase, { id }: Contestant): boolean => one.only?.includes(id) ?? true;

/** Starts the contestants of a part in their order. */
async function* startAll(
  part: HttpPart,
  world: BenchContext,
  extent: RunExtent,
): AsyncGenerator<RunningContestant> {
  const runningOrigins = new Map<string, string>();
  for (const contestant of part.contestants) {
    if (extent === 'quick' && !part.quick.includes(contestant.id)) continue;
    if (contestant.needs && !hasTool(contestant.needs)) {
      console.error(`${contestant.name} is left out: ${explainMissingTool(contestant.needs)}`);
      continue;
    }
    const server = await contestant.start({ ...world, runningOrigins });
    runningOrigins.set(contestant.id, server.url);
    yield { contestant, server };
  }
}

/**
 * Checks that all contestants of a case return the same data.
 *
 * @throws {Error} they do not.
 */
async function checkSame(
  one: HttpCase,
  runningContestants: readonly RunningContestant[],
): Promise<void> {
  const responses = new Map<string, readonly unknown[]>();
  for (const { contestant, server } of runningContestants) {
    responses.set(contestant.id, await fetchResponses(server.url, one.loadOf(contestant)));
  }
  assertSameResponses(responses);
}

async function runCase(options: {
  readonly part: HttpPart;
  readonly one: HttpCase;
  readonly runningContestants: readonly RunningContestant[];
  readonly world: BenchContext;
  readonly extent: RunExtent;
}): Promise<Report> {
  const { part, one, runningContestants, world, extent } = options;
  console.error(`${part.name}: ${one.name}`);
  await world.control.setLatency(one.latency ?? 0);
  await checkSame(one, runningContestants);
  const isNew = one.isNew ?? one === part.cases[0];
  for (const { contestant, server } of runningContestants) {
    await warmUp(server, one.loadOf(contestant), isNew ? firstWarmUp : repeatedWarmUp);
    resetPeakMemory(server.pid);
  }
  const samples = new Map(
    runningContestants.map(({ contestant }) => [contestant.id, [] as Sample[]]),
  );
  const rounds = (extent === 'full' ? one.rounds : undefined) ?? roundsOf[extent];
  for (let round = 0; round < rounds; round += 1) {
    // The order is reversed in every other round, so that no contestant always follows the same
    // one.
    for (const runningContestant of round % 2 === 0
      ? runningContestants
      : runningContestants.toReversed()) {
      const { contestant, server } = runningContestant;
      const sample = await measure(server, one.loadOf(contestant), world);
      samples.get(contestant.id)?.push(sample);
    }
  }
  await world.control.setLatency(0);
  return toCaseReport({ part, one, runningContestants, samples });
}

/**
 * A server is still getting faster if a request costs less than this fraction of the cost in its
 * best second.
 */
const improvementThreshold = 0.95;

/**
 * Sends load until the cost of a request no longer decreases, so that every server is measured with
 * optimized code. Servers with more code need more time.
 */
async function warmUp(
  server: ServerProcess,
  load: WrkLoad,
  { cpu, atMost }: WarmUpLimits,
): Promise<void> {
  const before = cpuSeconds(server.pid);
  let best = Number.POSITIVE_INFINITY;
  for (let second = 0; second < atMost; second += 1) {
    const start = cpuSeconds(server.pid);
    const { requests } = await runWrk(server.url, load, 1);
    const now = cpuSeconds(server.pid);
    const cost = (now - start) / requests;
    if (now - before >= cpu && cost > best * improvementThreshold) return;
    best = Math.min(best, cost);
  }
}

async function measure(server: ServerProcess, load: WrkLoad, world: BenchContext): Promise<Sample> {
  await world.control.takeCounts();
  const before = cpuSeconds(server.pid);
  const seen = await runWrk(server.url, load, windowSeconds);
  const cpu = cpuSeconds(server.pid) - before;
  const calls = sumCounts(await world.control.takeCounts());
  return {
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    cpu: (1e6 * cpu) / seen.requests,
    calls: calls / seen.requests,
  };
}
