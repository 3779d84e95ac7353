import { gatewayEnv, type World } from '../harness/contestant.ts';
import type { Extent, Part } from '../harness/part.ts';
import { goalCells, type Judged, type Report, times } from '../harness/report.ts';
import { type Load, runWrk } from '../load/wrk.ts';
import { hasTool, missing } from '../machine/machine.ts';
import { type ServerProcess, startNode, tunedFlags } from '../machine/processes.ts';
import { startRedis } from '../machine/redis.ts';
import { sumOf } from '../upstream/control.ts';
import { nestedQuery, postBody } from './queries.ts';

type Step = { readonly replicas: number; readonly clients: number };

const steps: Readonly<Record<Extent, readonly Step[]>> = {
  full: [
    { replicas: 1, clients: 10 },
    { replicas: 1, clients: 100 },
    { replicas: 1, clients: 1000 },
    { replicas: 4, clients: 100 },
  ],
  quick: [
    { replicas: 1, clients: 100 },
    { replicas: 4, clients: 100 },
  ],
};

/** Long enough for what is fresh for ten seconds to be read again once, seconds. */
const window = 10;
/**
 * Resources ÷ fresh time (`src/core/policies.ts`): 20 NAVs every 2 s, the price list every 2 s, and
 * 20 series, the ranking and the snapshots every 10 s.
 */
const expected = 20 / 2 + 1 / 2 + (20 + 1 + 1) / 10;
/** What is read again once in a window may fall out of it. */
const goal = { least: 0.75 };

/** How many upstream calls a second the nested query causes, however many ask for it. */
export const scale: Part = {
  kind: 'own',
  name: 'scale',
  title: 'Upstream calls a second as clients and replicas grow',
  needs: ['wrk'],
  run: async function* (world, extent) {
    yield await runSteps(world, steps[extent]);
  },
};

async function runSteps(world: World, wanted: readonly Step[]): Promise<Report> {
  const rows: string[][] = [];
  const verdicts: Judged[] = [];
  const notes = [`Expected: ${expected.toFixed(1)} calls a second, resources ÷ fresh time.`];
  for (const { replicas, clients } of wanted) {
    if (replicas > 1 && !hasTool('redis-server')) {
      notes.push(`${replicas} replicas are left out: ${missing('redis-server')}.`);
      continue;
    }
    console.error(`scale: ${clients} clients, ${replicas} replicas`);
    const { calls, perSecond, byPath } = await runStep(world, { replicas, clients });
    notes.push(`${clients} clients on ${replicas}: ${byPath} calls a second.`);
    // Far fewer calls than expected would be as wrong as more: nobody would be served.
    const ratio = Math.min(expected / calls, calls / expected);
    verdicts.push({ what: `${clients} clients on ${replicas} gateways`, ratio, goal });
    rows.push([
      ...[String(replicas), String(clients), perSecond.toFixed(0), calls.toFixed(1)],
      ...[expected.toFixed(1), times(ratio), goalCells(ratio, goal)[2] ?? ''],
    ]);
  }
  const columns = ['gateways', 'clients', 'req/s', 'calls/s', 'expected', 'ratio ×', 'verdict'];
  return { title: scale.title, columns, rows, notes, verdicts };
}

/** Gateways as shipped, on one Redis where there are several, all asked at the same time. */
async function runStep(world: World, { replicas, clients }: Step) {
  const redis = replicas > 1 ? await startRedis(world.folder) : undefined;
  const gateways: ServerProcess[] = [];
  const load: Load = {
    method: 'POST',
    requests: [{ path: '/graphql', body: postBody(nestedQuery) }],
    connections: clients / replicas,
  };
  const askAll = (seconds: number) =>
    Promise.all(gateways.map(({ url }) => runWrk(url, load, seconds)));
  try {
    while (gateways.length < replicas) {
      gateways.push(
        await startNode({
          script: ['src/main.ts'],
          flags: tunedFlags,
          core: world.core,
          env: { ...gatewayEnv(world), ...(redis ? { REDIS_URL: redis.url } : {}) },
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
    return { calls: sumOf(counts) / window, perSecond, byPath };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await redis?.stop();
  }
}
