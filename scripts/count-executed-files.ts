/**
 * Prints which files of `src` and `packages`, and how many, execute code for one request that is
 * not cached. `npm run count:files -- --quiet` prints only the numbers.
 */
import { type Profiler, Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExactClient, type ExactRequest } from '../tests/support/exact-http-client.ts';
import { startFaultyUpstreams } from '../tests/support/faulty-world.ts';
import { startGateway } from '../tests/support/gateway.ts';
import { wallet } from '../tests/support/world/data-node-responses.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const nested = `{ dtfs(first: 5) { edges { node { id name symbol nav { wei source } aumUsd
  holdings { weight asset { symbol price } } navSeries(range: D30) { timestamp nav } } } } }`;
const simulation = `subscription { simulation(input: { topN: 5, rebalanceDays: 30,
  weighting: "equal", categoryId: "all" }) { __typename } }`;

const post = (query: string, accept = 'application/json'): ExactRequest => {
  const body = JSON.stringify({ query });
  const length = String(Buffer.byteLength(body));
  const headers = { 'content-type': 'application/json', 'content-length': length, accept };
  return { method: 'POST', path: '/graphql', headers, body };
};

/** The measured requests, each with the maximum number of files. */
const requests = [
  { name: 'GET /api/portfolio', goal: 45, request: { path: `/api/portfolio?address=${wallet}` } },
  { name: 'a nested query', goal: 60, request: post(nested) },
  { name: 'a simulation subscription', goal: 65, request: post(simulation, 'text/event-stream') },
];

/** Returns the files that have executed code since the last call. */
async function takeFiles(session: Session): Promise<readonly string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(hasRun))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => /^(src|packages)\//.test(path))
    .sort();
}

const hasRun = ({ ranges }: Profiler.FunctionCoverage) => ranges.some(({ count }) => count > 0);

/** Returns the files that a request to a new gateway executes, and the status of its response. */
async function measure(session: Session, request: ExactRequest) {
  await using gateway = await startGateway(upstreams.env);
  const client = createExactClient();
  // The first requests are not counted, because they import modules and open a connection.
  for (let count = 0; count < 3; count += 1) {
    await client.request(gateway.url, post('{ __typename }'));
  }
  await upstreams.areIdle();
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await takeFiles(session);
  const { status } = await client.request(gateway.url, request);
  const files = await takeFiles(session);
  await session.post('Profiler.stopPreciseCoverage');
  client.close();
  return { files, status };
}

await using upstreams = await startFaultyUpstreams();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
for (const { name, goal, request } of requests) {
  const { files, status } = await measure(session, request);
  // Timers may run at the same time, so only files that are executed in each measurement belong to
  // the request.
  const others = [await measure(session, request), await measure(session, request)];
  const always = files.filter((file) => others.every((other) => other.files.includes(file)));
  console.log(`${always.length} files (goal ${goal}) for ${name}, status ${status}`);
  if (!process.argv.includes('--quiet')) console.log(always.map((file) => `  ${file}`).join('\n'));
}
