import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keccak256, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { domainModules } from '../../src/domains/index.ts';
import { jsonHeaders, type RouteCall } from '../support/cases/call-route.ts';
import { sendRequest } from '../support/cases/check-response.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import type { Fault } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld, type UpstreamName } from '../support/faulty-world.ts';
import { startGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';
import { encodeDtfState } from '../support/world/chain-responses.ts';
import { itpId, wallet } from '../support/world/data-node-responses.ts';
import { bitmap, bitmapHash } from '../support/world/oracle-responses.ts';

type Asked = RouteCall & { readonly path: string };
/** A request that fails, with what its upstream does and how its gateway is configured. */
type Provocation = Asked & {
  readonly faults?: readonly (readonly [upstream: UpstreamName, fault: Fault, path?: string])[];
  /** Settings of a gateway of its own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Requests that are sent at the same time; one of all has the error. */
  readonly beside?: readonly Asked[];
};
type Env = Record<string, string>;
type Provocations = Readonly<Record<number, Provocation>>;

const fault = (respond: Fault['respond']): Fault => ({ name: 'provoked', kind: 'broken', respond });
const cut = fault(({ request }) => request.socket.destroy());
const hang = fault(() => undefined);
/** Sends the head of an event stream and nothing more. */
const stream = fault(({ response }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
});
const says = (status: number, error: string) =>
  fault(({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error }));
  });
const hasNoDtf = fault(({ response, good }) => {
  const result = encodeDtfState(0n, 1, zeroAddress);
  response.end(JSON.stringify({ ...(JSON.parse(good.body) as object), result }));
});
const lacks = (upstream: UpstreamName, error = 'not found') =>
  ({ faults: [[upstream, says(404, error)]] }) as const;

const unknownId = `0x${'9'.repeat(64)}`;
const nobody = `0x${'9'.repeat(40)}`;
const run = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const many = (count: number, path: (n: number) => string): readonly Asked[] =>
  Array.from({ length: count }, (_, n) => ({ path: path(n) }));
const post = (path: string, body: unknown, headers = jsonHeaders): Asked => ({
  path,
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const badBodies = (path: string) => ({
  413: post(path, ' '.repeat(300_000)),
  415: post(path, '{}', { 'content-type': 'text/plain' }),
});
const submission = { batch_id: 3, player: wallet, bitmap_hex: bitmap, expected_hash: bitmapHash };
const submissions = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const bitmap_hex = toHex(n + 1, { size: 4 });
    return post('/vision/bitmap', {
      ...submission,
      bitmap_hex,
      expected_hash: keccak256(bitmap_hex),
    });
  });
const pay = () => post('/faucet', { address: randomAddress(), amount: '1' });
const streams = (
  path: string,
  upstream: UpstreamName,
  upstreamPath = path.replace(/^\/dn/, ''),
) => {
  const open = { path, faults: [[upstream, stream, upstreamPath]], beside: [{ path }] } as const;
  return {
    429: { ...open, env: { STREAM_LIMIT_PER_CLIENT: '1' } },
    503: { ...open, env: { STREAM_LIMIT_TOTAL: '1' } },
  };
};
const runs = (path: string, upstreamPath: string, more = ''): Provocations => ({
  400: { path: `${path}?${run.replace('top_n=5', 'top_n=0')}${more}` },
  404: {
    path: `${path}?${run.replace('all', 'nowhere')}${more}`,
    faults: [['dataNode', says(500, 'No coins in category nowhere'), upstreamPath]],
  },
  503: {
    path: `${path}?${run}${more}`,
    faults: [['dataNode', stream, upstreamPath]],
    env: {},
    beside: many(24, (n) => `${path}?${run.replace('top_n=5', `top_n=${n + 10}`)}${more}`),
  },
});

/** No request and no response of an upstream causes it. */
const unprovoked = 'GET /itp-enrichment 500';
const noBatch = lacks('oracles', 'Batch 99 not found');

/** How each error of each route is provoked; a 502 comes from upstreams that cut every connection. */
const provocations: Readonly<Record<string, Provocations>> = {
  'GET /price': {
    400: { path: '/price?asset=' },
    404: { path: '/price?asset=NOPE', ...lacks('dataNode') },
  },
  'GET /market/history': {
    400: { path: '/market/history?source=crypto' },
    404: { path: '/market/history?source=crypto&asset=nope', ...lacks('dataNode') },
  },
  'GET /itp-price': {
    400: { path: '/itp-price?itp_id=0x1' },
    404: {
      path: `/itp-price?itp_id=${unknownId}`,
      faults: [
        ['dataNode', says(404, 'not found')],
        ['l3', hasNoDtf],
      ],
    },
  },
  'GET /nav-series': {
    400: { path: `/nav-series?itp_id=${itpId}&range=2d` },
    404: { path: `/nav-series?itp_id=${unknownId}&range=30d`, ...lacks('dataNode') },
  },
  'GET /snapshot': {
    400: { path: '/snapshot?itp_id=0x1' },
    404: { path: `/snapshot?itp_id=${unknownId}`, ...lacks('dataNode') },
  },
  'GET /itp-enrichment': { 400: { path: '/itp-enrichment?itp_id=0x1' } },
  'GET /portfolio': { 400: { path: '/portfolio?address=0x1' } },
  'GET /portfolio/history': { 400: { path: '/portfolio/history?address=0x1' } },
  'GET /portfolio/trades': { 400: { path: '/portfolio/trades?address=0x1' } },
  'GET /lending/position': {
    400: { path: '/lending/position?address=0x1' },
    404: {
      path: `/lending/position?address=${wallet}&itp_id=${unknownId}`,
      ...lacks('dataNode', 'no lending market for this DTF'),
    },
  },
  'GET /lending/history': { 400: { path: '/lending/history' } },
  'GET /user-state': {
    400: { path: '/user-state?address=0x1' },
    404: {
      path: `/user-state?address=${wallet}&itp_id=${unknownId}`,
      ...lacks('dataNode', `no DTF with id ${unknownId}`),
    },
  },
  'GET /sim/run': runs('/sim/run', '/sim/run-stream'),
  'GET /sim/run-stream': {
    ...runs('/sim/run-stream', '/sim/run-stream'),
    429: streams(`/sim/run-stream?${run}`, 'dataNode', '/sim/run-stream')[429],
  },
  'GET /sim/sweep-stream': {
    ...runs('/sim/sweep-stream', '/sim/sweep-stream', '&sweep=weighting'),
    429: streams(`/sim/sweep-stream?${run}&sweep=weighting`, 'dataNode', '/sim/sweep-stream')[429],
  },
  'GET /sim/holdings': {
    400: { path: '/sim/holdings?run_id=7&date=2026-02-30' },
    404: {
      path: '/sim/holdings?run_id=999999',
      ...lacks('dataNode', 'run 999999 does not exist'),
    },
  },
  'GET /sim/compare': { 400: { path: '/sim/compare?run_ids=' } },
  'GET /sim/results': { 400: { path: '/sim/results?category_id=' } },
  'GET /sim/benchmarks': { 400: { path: '/sim/benchmarks?start_date=2026-02-30' } },
  'GET /vision/batch/{id}/state': {
    400: { path: `/vision/batch/x/state` },
    404: { path: '/vision/batch/99/state', ...noBatch },
  },
  'GET /vision/batch/{id}/history': {
    400: { path: '/vision/batch/3/history?days=0' },
    404: { path: '/vision/batch/99/history', ...noBatch },
    500: { path: '/vision/batch/4/history', faults: [['oracles', says(500, 'query failed')]] },
  },
  'GET /vision/reveal/{batch_id}/{tick_id}': {
    400: { path: `/vision/reveal/x/1` },
    403: {
      path: '/vision/reveal/3/99',
      faults: [['oracles', says(403, 'Reveal window has not expired. Deadline: 1767226200')]],
    },
    404: { path: '/vision/reveal/99/1', ...noBatch },
  },
  'POST /vision/backtest': {
    400: post('/vision/backtest', { batch_id: 3 }),
    404: { ...post('/vision/backtest', { batch_id: 99, bitmap_hex: bitmap }), ...noBatch },
    ...badBodies('/vision/backtest'),
  },
  'GET /vision/balance/{batch_id}/{address}': {
    400: { path: '/vision/balance/3/0x1' },
    404: {
      path: `/vision/balance/3/${nobody}`,
      ...lacks('oracles', `Player not found: ${nobody} not found in batch 3`),
    },
  },
  'GET /vision/leaderboard': {
    400: { path: '/vision/leaderboard?batch_id=x' },
    404: { path: '/vision/leaderboard?batch_id=99', ...noBatch },
  },
  'GET /vision/snapshot': {
    400: { path: '/vision/snapshot?source=' },
    404: { path: '/vision/snapshot?source=nope', ...lacks('dataNode', 'no such source') },
  },
  'POST /vision/bitmap': {
    400: post('/vision/bitmap', { ...submission, expected_hash: unknownId }),
    404: {
      ...post('/vision/bitmap', submission),
      ...lacks('oracles', `Player ${wallet} not found in batch 3`),
    },
    ...badBodies('/vision/bitmap'),
    500: post('/vision/bitmap', submission),
    503: {
      ...post('/vision/bitmap', submission),
      faults: [['oracles', hang]],
      env: {},
      beside: submissions(256),
    },
  },
  'GET /vision/{*path}': {
    400: { path: '/vision/..%2f..%2fx' },
    404: { path: '/vision/nowhere', ...lacks('oracles') },
    ...streams('/vision/stats/feed', 'oracles'),
  },
  'GET /deployment': {
    400: { path: '/deployment?file=other.json' },
    404: { path: '/deployment?file=local-e2e.json' },
    500: { path: '/deployment?file=local-frontend.json' },
  },
  'GET /explorer/health': {
    400: { path: '/explorer/health?range=2d' },
    503: { path: '/explorer/health', env: { EXPLORER_TOKEN: undefined } },
  },
  'POST /faucet': {
    400: post('/faucet', { address: wallet, amount: '-1' }),
    ...badBodies('/faucet'),
    429: {
      ...pay(),
      faults: [['l3', cut]],
      env: { FAUCET_LIMIT_CLIENT_PER_MINUTE: undefined },
      beside: Array.from({ length: 60 }, pay),
    },
    500: { ...pay(), faults: [['l3', cut]] },
    503: { ...pay(), env: { FAUCET_PRIVATE_KEY: undefined } },
  },
  'GET /dn/{*path}': {
    400: { path: '/dn/..%2f..%2fx' },
    403: { path: '/dn/private/x', env: { DN_DENY: '/private' } },
    404: { path: '/dn/nowhere', ...lacks('dataNode') },
    405: post('/dn/latest-prices', {}),
    ...streams('/dn/feed', 'dataNode'),
  },
};
const routes = domainModules.flatMap((domain) => domain.routes);
const documented = routes.flatMap(({ method, path, errors }) =>
  Object.entries(errors).map(([status, { message }]) => ({
    route: `${method} ${path}`,
    status: Number(status),
    message,
  })),
);

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
  await writeFile(join(String(world.env.DEPLOYMENTS_DIR), 'local-frontend.json'), '[]');
});
afterAll(() => world[Symbol.asyncDispose]());

/** Lets the last oracle lack bitmaps, which the gateway then cannot note. */
function fillDisk(): void {
  const [, , last] = world.of('oracles');
  if (last) last.faultOf = () => cut;
  using file = new DatabaseSync(join(String(world.env.STATE_DIR), 'bitmaps.sqlite'));
  file.exec(
    `CREATE TRIGGER full BEFORE INSERT ON deliveries BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  );
}

/** Sends the request under its conditions; resolves to the body of the response with the status. */
async function provoke({ faults = [], env, beside = [], ...asked }: Provocation, status: number) {
  await using stack = new AsyncDisposableStack();
  for (const [name, ...given] of faults) {
    world.setFault(name, ...given);
    stack.defer(async () => {
      world.setFault(name, null);
      await world.recover();
    });
  }
  const entries: [string, string | undefined][] = Object.entries({ ...world.env, ...env });
  const set = Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && name !== 'STATE_DIR'),
  ) as Env;
  const { url } = env ? stack.use(await startGateway(set)) : world.gateway;
  const leaving = new AbortController();
  stack.defer(() => leaving.abort());
  // A response without a reader is cancelled when nothing refers to it.
  const held: Response[] = [];
  const send = async ({ path, ...init }: Asked) => {
    const response = await fetch(`${url}/api${path}`, { ...init, signal: leaving.signal });
    held.push(response);
    if (response.status !== status) throw new Error(`${response.status} ${path}`);
    return response.json();
  };
  const body: unknown = await Promise.any([...beside, asked].map(send));
  expect(held.length).toBeGreaterThan(0);
  return body;
}

test.each(documented.filter(({ status }) => status !== 502))(
  'error: $route $status has the message of the document',
  async ({ route, status, message }) => {
    if (`${route} ${status}` === unprovoked) return;
    if (`${route} ${status}` === 'POST /vision/bitmap 500') fillDisk();
    const provocation = provocations[route]?.[status];
    if (!provocation) throw new Error(`add ${status} of '${route}' to provocations of this file`);
    expect(await provoke(provocation, status)).toEqual({ error: message });
  },
);

test('error: every 502 has the message of the document', async () => {
  const names = ['dataNode', 'oracles', 'l3', 'settlement'] as const;
  for (const name of names) world.setFault(name, cut);
  world.forget();
  const unavailable = documented.filter(({ status }) => status === 502);
  const seen = await Promise.all(
    unavailable.map(async ({ route }) => {
      const known = routeCases.find((one) => one.route === route);
      if (!known) throw new Error(`add ${route} to tests/support/cases/route-cases.ts`);
      const { status, text } = await sendRequest(world.gateway.url, known);
      return { route, status, message: (JSON.parse(text) as { error: string }).error };
    }),
  );
  for (const name of names) world.setFault(name, null);
  expect(seen).toEqual(unavailable);
});
