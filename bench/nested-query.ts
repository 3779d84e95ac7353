import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { startTestNode } from '../sandbox/data-node/testing/test-node.ts';

/**
 * How many nested DTF queries a second one core answers when everything is warm, and how much
 * memory the gateway holds after many mixed requests. The gateway is a process of its own, pinned
 * to one core; the load comes from this process. Run: `node bench/nested-query.ts`.
 */
const nested = `{ dtfs(first: 20) { edges { node { id name symbol nav { wei source } aumUsd holdings { weight asset { symbol price } } navSeries(range: D30) { timestamp nav } } } } }`;
const nowhere = 'http://127.0.0.1:1';

await using node = await startTestNode();
await using gateway = await startGatewayProcess(node.url.spec);
const pool = new Pool(gateway.url, { connections: 16, pipelining: 1 });

async function post(query: string, variables: object = {}): Promise<number> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await body.text();
  if (statusCode !== 200 || text.includes('"errors"')) throw new Error(text.slice(0, 300));
  return text.length;
}

async function get(path: string): Promise<void> {
  const { body } = await pool.request({ method: 'GET', path });
  await body.dump();
}

/** Prints requests a second, and what one costs the gateway: the latter holds on a busy machine too. */
async function measure(name: string, count: number, task: (index: number) => Promise<unknown>) {
  const before = await gateway.metric('process_cpu_seconds_total');
  const seconds = await run(count, task);
  const cpu = (await gateway.metric('process_cpu_seconds_total')) - before;
  const perSecond = (count / seconds).toFixed(0);
  const cost = ((cpu / count) * 1000).toFixed(2);
  console.log(
    `  ${name.padEnd(22)}${perSecond.padStart(6)} / s  ${cost.padStart(7)} ms of CPU each`,
  );
}

async function residentMb(): Promise<number> {
  return Math.round((await gateway.metric('process_resident_memory_bytes')) / 1e6);
}

/** Runs `task` from 16 clients until `count` have ended; resolves to the seconds it took. */
async function run(count: number, task: (index: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let next = 0;
  const client = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return (performance.now() - started) / 1000;
}

const bytes = await post(nested);
await run(300, () => post(nested));
const named = (name: string) => nested.replace('{', `query ${name} {`);
await run(60, (index) => post(named(`Warm${index}`)));
console.log(`nested query, ${(bytes / 1000).toFixed(0)} kB, gateway on one core`);
await measure('the same request', 4000, () => post(nested));
// Another operation name each time: no encoded answer fits, so each is parsed, validated, executed.
await measure('a new document each', 400, (index) => post(named(`Q${index}`)));

const ids = node.state.book.dtfs().map((dtf) => dtf.itpId);
const wallets = node.state.book.wallets();
const symbols = node.state.quotes.all().map((quote) => quote.symbol);
const pick = (list: readonly string[], index: number) => list[index % list.length];
const mixed = [
  () => post(nested),
  (i: number) => get(`/api/itp-price?itp_id=${pick(ids, i)}`),
  (i: number) => get(`/api/price?asset=${pick(symbols, i)}`),
  (i: number) => get(`/api/portfolio?address=${pick(wallets, i)}`),
  (i: number) => get(`/api/nav-series?itp_id=${pick(ids, i)}&range=90d`),
  (i: number) => get(`/api/price?asset=unknown${i}`),
  (i: number) =>
    post('query($id: ID!) { dtf(id: $id) { symbol nav { usd } } }', { id: pick(ids, i) }),
  () => get('/api/aum-ranking'),
];
const mix = (index: number) =>
  (mixed[index % mixed.length] ?? mixed[0])?.(index) ?? Promise.resolve();
await run(10_000, mix);
const early = await residentMb();
await run(90_000, mix);
const late = await residentMb();
console.log(
  `resident memory: ${early} MB after 10,000 mixed requests, ${late} MB after 100,000 (${(late / early).toFixed(2)} ×)`,
);
await pool.close();

type GatewayProcess = AsyncDisposable & {
  readonly url: string;
  /** A value of `/metrics`. */
  readonly metric: (name: string) => Promise<number>;
};

async function startGatewayProcess(dataNodeUrl: string): Promise<GatewayProcess> {
  const flags = ['--max-semi-space-size=64', '--min-semi-space-size=64'];
  const args = ['-c', '0', process.execPath, ...flags, 'src/main.ts'];
  const child = spawn('taskset', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_NODE_URL: dataNodeUrl,
      ORACLE_URLS: nowhere,
      L3_RPC_URL: nowhere,
      SETTLEMENT_RPC_URL: nowhere,
      MARKET_DATA_URL: nowhere,
    },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return {
    url,
    metric: async (name) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
