import type { BenchPart, RunExtent } from '../harness/bench-part.ts';
import { type BenchContext, createGatewayEnv } from '../harness/contestant.ts';
import { formatGoalCells, formatRatio, type JudgedRatio, type Report } from '../harness/report.ts';
import { runWrk, type WrkLoad } from '../load/run-wrk.ts';
import { type ServerProcess, startNode, tunedFlags } from '../machine/child-processes.ts';
import { explainMissingTool, hasTool } from '../machine/cores-and-tools.ts';
import { startRedis } from '../machine/redis-process.ts';
import { sumCounts } from '../upstream/upstream-control.ts';
import { formatPostBody, nestedQuery } from './graphql-queries.ts';

type Step = { readonly cluster: number; readonly clients: number };

const steps: Readonly<Record<RunExtent, readonly Step[]>> = {
  full: [
    { cluster: 1, clients: 10 },
    { cluster: 1, clients: 100 },
    { cluster: 1, clients: 1000 },
    { cluster: 4, clients: 100 },
  ],
  quick: [
    { cluster: 1, clients: 100 },
    { cluster: 4, clients: 100 },
  ],
};

/**
 * Length of a window in seconds, in which values with a fresh time of ten seconds are read once
 * again.
 */
const window = 10;
/**
 * Resources ÷ fresh time (`src/cache/cache-policies.ts`): 20 NAVs every 2 s, the price list every 2
 * s, and 20 series, the ranking and the snapshots every 10 s.
 */
const expected = 20 / 2 + 1 / 2 + (20 + 1 + 1) / 10;
/** Values that are read once per window may miss it, so the goal is below 1. */
const goal = { least: 0.75 };

/** Measures the upstream calls per second of the nested query for different numbers of clients. */
export const upstreamCallRatePart: BenchPart = {
  kind: 'own',
  name: 'scale',
  title: 'Upstream calls a second as clients and replicas grow',
  needs: ['wrk'],
  run: async function* (world, extent) {
    yield await runSteps(world, steps[extent]);
  },
};

async function runSteps(world: BenchContext, wanted: readonly Step[]): Promise<Report> {
  const rows: string[][] = [];
  const verdicts: JudgedRatio[] = [];
  const notes = [`Expected: ${expected.toFixed(1)} calls a second, resources ÷ fresh time.`];
  for (const { cluster, clients } of wanted) {
    if (cluster > 1 && !hasTool('redis-server')) {
      notes.push(`${cluster} replicas are left out: ${explainMissingTool('redis-server')}.`);
      continue;
    }
    console.error(`scale: ${clients} clients, ${cluster} replicas`);
    const { calls, perSecond, byPath } = await runStep(world, { cluster, clients });
    notes.push(`${clients} clients on ${cluster}: ${byPath} calls a second.`);
    // Too few calls are an error as well, because they mean that clients were not served.
    const ratio = Math.min(expected / calls, calls / expected);
    verdicts.push({ what: `${clients} clients on ${cluster} gateways`, ratio, goal });
    rows.push([
      ...[String(cluster), String(clients), perSecond.toFixed(0), calls.toFixed(1)],
      ...[expected.toFixed(1), formatRatio(ratio), formatGoalCells(ratio, goal)[2] ?? ''],
    ]);
  }
  const columns = ['gateways', 'clients', 'req/s', 'calls/s', 'expected', 'ratio ×', 'verdict'];
  return { title: upstreamCallRatePart.title, columns, rows, notes, verdicts };
}

/**
 * Starts gateways as shipped, with one Redis if there are several, and sends load to all of them.
 */
async function runStep(world: BenchContext, { cluster, clients }: Step) {
  const redis = cluster > 1 ? await startRedis(world.folder) : undefined;
  const gateways: ServerProcess[] = [];
  const load: WrkLoad = {
    method: 'POST',
    requests: [{ path: '/graphql', body: formatPostBody(nestedQuery) }],
    connections: clients / cluster,
  };
  const askAll = (seconds: number) =>
    Promise.all(gateways.map(({ url }) => runWrk(url, load, seconds)));
  try {
    while (gateways.length < cluster) {
      gateways.push(
        await startNode({
          script: ['src/main.ts'],
          flags: tunedFlags,
          core: world.core,
          env: { ...createGatewayEnv(world), ...(redis ? { REDIS_URL: redis.url } : {}) },
        }),
      );
    }
    await askAll(3);
    await world.control.takeCounts();
    const seen = await askAll(window);
    const counts = await world.control.takeCounts();
    const byPath = Object.entries(counts)
      .map(([path, count]) => `${path} ${(count / window).toFixed(1)}`)
      .join(', ');
    const perSecond = seen.reduce((sum, one) => sum + one.requests / one.seconds, 0);
    return { calls: sumCounts(counts) / window, perSecond, byPath };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await redis?.stop();
  }
}
