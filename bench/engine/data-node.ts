/**
 * Measures what a data node has to bear: `node bench/engine/data-node.ts`. Prints the CPU time of the
 * sandbox's data node for each kind of call, which other work on the machine changes little, and the
 * calls per second that gateways make to it as clients and replicas grow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis, startRedis } from '../../tests/redis/support/redis-server.ts';
import { startGatewayProcess } from '../../tests/support/gateway-process.ts';
import { postJson } from '../../tests/support/post-json.ts';
import { startTestSandbox } from '../../tests/support/sandbox.ts';
import { nestedQuery } from '../cases/graphql-queries.ts';
import { cpuSeconds } from '../machine/process-usage.ts';

const callsOfKind = 400;
const connections = 8;
/** Seconds in which calls are counted; values are fresh for at most ten. */
const window = 20;
/** Milliseconds between two requests of a client. */
const pause = 500;

await using sandbox = await startTestSandbox();
const { dataNode } = sandbox.urls;
const pid = findProcess('sandbox/data-node/main');
/** CPU seconds that the process uses in a second without calls. */
let idleShare = 0;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a call and returns its body. */
function call(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${dataNode}${path}`, { agent }, async (response) => {
      const chunks = await Array.fromAsync(response);
      const body = Buffer.concat(chunks).toString();
      if (response.statusCode === 200) resolve(body);
      else reject(new Error(`${path} responded ${response.statusCode}: ${body}`));
    }).on('error', reject);
  });
}

type Kind = { readonly pathOf: (index: number) => string; readonly count: number };

/** Returns the microseconds of CPU of one call, what the process does without calls left out. */
async function measure({ pathOf, count }: Kind, round: number): Promise<number> {
  const [from, to] = [round * count, (round + 1) * count];
  const [cpu, begun] = [cpuSeconds(pid), performance.now()];
  let next = from;
  const work = async () => {
    while (next < to) await call(pathOf(next++));
  };
  await Promise.all(Array.from({ length: connections }, work));
  const own = (idleShare * (performance.now() - begun)) / 1000;
  return ((cpuSeconds(pid) - cpu - own) / count) * 1e6;
}

const ranking = JSON.parse(await call('/aum-ranking')) as unknown;
const itpId = /0x[0-9a-f]{64}/.exec(JSON.stringify(ranking))?.[0] ?? '';
const run = (topN: number) =>
  `/sim/run?category_id=all&weighting=mcap&rebalance_days=30&top_n=${topN}`;
console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
const kinds = Object.entries({
  'a NAV': `/itp-price?itp_id=${itpId}`,
  'a price': '/price?asset=BTC',
  'a NAV series of 30 days': `/nav-series?itp_id=${itpId}&range=30d`,
  'the assets of a fund': `/snapshot?itp_id=${itpId}`,
  'the ranking': '/aum-ranking',
  'a backtest that is known': run(10),
}).map(([name, path]): [string, Kind] => [name, { pathOf: () => path, count: callsOfKind }]);
kinds.push(['a new backtest of 100 to 179 assets', { pathOf: (n) => run(100 + n), count: 20 }]);
// The first round warms the process up.
for (const [, kind] of kinds) await measure(kind, 0);
const [cpu, pauseBegun] = [cpuSeconds(pid), performance.now()];
await sleep(5000);
idleShare = ((cpuSeconds(pid) - cpu) / (performance.now() - pauseBegun)) * 1000;
for (const [name, kind] of kinds) {
  const rounds = [await measure(kind, 1), await measure(kind, 2), await measure(kind, 3)];
  const micros = rounds.toSorted((left, right) => left - right)[1] ?? 0;
  console.log(
    `${micros.toFixed(0).padStart(7)} µs  ${name}, ${(1e6 / micros).toFixed(0)}/s a core`,
  );
}
agent.destroy();

for (const [replicas, clients] of [
  [1, 10],
  [1, 40],
  [4, 40],
] as const) {
  if (replicas > 1 && !hasRedis) continue;
  await using stack = new AsyncDisposableStack();
  const redis = replicas > 1 ? stack.use(await startRedis()) : undefined;
  const { STATE_DIR: _shared, ...given } = sandbox.gatewayEnv as Record<string, string>;
  const gateways = await Promise.all(
    Array.from({ length: replicas }, async () =>
      stack.use(await startGatewayProcess({ ...given, ...(redis && { REDIS_URL: redis.url }) })),
    ),
  );
  const [seconds, requests] = [window + 5, { count: 0 }];
  const end = Date.now() + seconds * 1000;
  const load = Array.from({ length: clients }, async (_, client) => {
    for (; Date.now() < end; await sleep(pause)) {
      const { url } = gateways[client % replicas] ?? { url: '' };
      await (await postJson(`${url}/graphql`, { query: nestedQuery })).text();
      requests.count += 1;
    }
  });
  await sleep(5000);
  const before = await countCalls(gateways);
  await sleep(window * 1000);
  const calls = ((await countCalls(gateways)) - before) / window;
  await Promise.all(load);
  console.log(
    `${calls.toFixed(1).padStart(7)} calls/s from ${replicas} gateway${replicas > 1 ? 's' : ''} for ${clients} clients, ${(requests.count / seconds).toFixed(0)} requests/s`,
  );
}

/** Returns the calls to the data node that gateways have made. */
async function countCalls(gateways: readonly { readonly url: string }[]): Promise<number> {
  const pages = await Promise.all(
    gateways.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  const counts = pages
    .join('\n')
    .matchAll(/^gateway_upstream_call_seconds_count\{[^}]*upstream="data node"[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Returns the id of the child whose command line has this text. */
function findProcess(text: string): number {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' '),
  );
  const found = children
    .filter(Boolean)
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(text));
  if (found === undefined) throw new Error(`no child process runs ${text}`);
  return Number(found);
}
