import type { BenchPart, RunExtent } from '../harness/bench-part.ts';
import { type BenchContext, createOurContestants, oursId } from '../harness/contestant.ts';
import type { Report } from '../harness/report.ts';
import { runWrk, type WrkLoad } from '../load/run-wrk.ts';
import { residentMemory } from '../machine/process-usage.ts';
import { fundIds } from '../upstream/upstream-data.ts';
import { formatGetPath, nestedQuery } from './graphql-queries.ts';

/** Three of the five requests differ each time: new documents, new cache keys, unknown assets. */
const load: WrkLoad = {
  method: 'GET',
  requests: [
    { path: '/graphql?query=query%20Q{{tag}}%7Basset(symbol%3A%22BTC%22)%7Bsymbol%20price%7D%7D' },
    { path: '/api/price?asset=C{{tag}}' },
    { path: formatGetPath(nestedQuery) },
    { path: '/graphql?query=%7Basset(symbol%3A%22N{{tag}}%22)%7Bsymbol%7D%7D' },
    { path: `/api/nav-series?itp_id=${fundIds[0]}&range=30d` },
  ],
  connections: 16,
};

const windows: Readonly<Record<RunExtent, readonly number[]>> = {
  full: [10_000, 100_000],
  quick: [10_000],
};
/** Allows growth by 30 %. */
const goal = { least: 0.77 };
/** Maximum duration of a window in seconds; a slow machine ends the window early. */
const maxWindowSeconds = 60;

/** Measures the resident memory of our gateway with requests of which most are new. */
export const memoryPart: BenchPart = {
  kind: 'own',
  name: 'memory',
  title: 'Memory after requests of which most are new',
  needs: ['wrk'],
  run: async function* (world, extent) {
    yield await measure(world, windows[extent]);
  },
};

async function measure(world: BenchContext, counts: readonly number[]): Promise<Report> {
  const contestant = createOurContestants('running').find(({ id }) => id === oursId);
  if (!contestant) throw new Error('our gateway is missing');
  const server = await contestant.start(world);
  const rows: string[][] = [];
  const resident: number[] = [];
  const started = performance.now();
  let sent = 0;
  try {
    for (const count of counts) {
      while (sent < count && performance.now() - started < maxWindowSeconds * 1000) {
        console.error(`memory: ${sent} requests`);
        const seconds = sent === 0 ? 2 : 5;
        sent += (await runWrk(server.url, load, seconds)).requests;
      }
      const { now, peak } = residentMemory(server.pid);
      resident.push(now);
      rows.push([String(sent), (now / 1e6).toFixed(0), (peak / 1e6).toFixed(0)]);
    }
  } finally {
    await server.stop();
  }
  return {
    title: memoryPart.title,
    columns: ['requests', 'resident MB', 'peak MB'],
    rows,
    notes: [
      'Two of five requests are new documents or new variables of GraphQL, one is a new REST key.',
    ],
    verdicts:
      resident.length > 1
        ? [
            {
              what: 'memory after 10,000 requests ÷ after 100,000',
              ratio: (resident[0] ?? 0) / (resident.at(-1) ?? 0),
              goal,
            },
          ]
        : [],
  };
}
