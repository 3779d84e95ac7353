import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute } from '../../support/cases/call-route.ts';
import type { Fault } from '../../support/faulty-upstream.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../../support/faulty-world.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { encodeDtfState, onChainNav } from '../../support/world/chain-responses.ts';
import { dataNodeBodies, itpId } from '../../support/world/data-node-responses.ts';
import { oracleBodies } from '../../support/world/oracle-responses.ts';

const start = Date.parse('2026-03-11T10:00:00Z');
let now = start;
let upstreams: FaultyUpstreams;
let gateway: TestGateway;
beforeAll(async () => {
  upstreams = await startFaultyUpstreams();
  gateway = await startGateway(upstreams.env, { clock: { now: () => now } });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstreams[Symbol.asyncDispose]();
});

/** What an upstream says instead, on one path. */
const saying = (body: unknown): Fault => ({
  name: 'another answer',
  kind: 'harmless',
  respond: ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  },
});
const before = (ms: number) => new Date(start - ms).toISOString();
const week = 7 * 86_400_000;

test.each([
  ['activeAssets > 0 and newest record is younger than 7 days', 5, before(week - 1000), 'healthy'],
  ['activeAssets > 0 and newest record is of this moment', 5, before(0), 'healthy'],
  ['activeAssets > 0 and newest record is older than 7 days', 5, before(week + 1000), 'stale'],
  ['activeAssets > 0 and no newest-record timestamp exists', 5, null, 'stale'],
  ['activeAssets == 0', 0, before(0), 'not_started'],
  ['activeAssets == 0 and no newest-record timestamp exists', 0, null, 'not_started'],
])('default: a source with %s is %s', async (_condition, activeAssets, newestRecord, status) => {
  now = start;
  const crypto = { totalAssets: 9, activeAssets, newestRecord };
  const stats = {
    totalAssets: 9,
    totalActiveAssets: activeAssets,
    sourceCount: 1,
    sources: { crypto },
  };
  upstreams.setFault('dataNode', saying(stats), '/market/stats');
  await using fresh = await startGateway(upstreams.env, { clock: { now: () => now } });
  const seen = await callRoute(fresh.url, '/vision/snapshot/meta');
  upstreams.setFault('dataNode', null);
  expect(JSON.parse(seen.text).sources).toEqual([
    {
      sourceId: 'crypto',
      displayName: 'crypto',
      enabled: true,
      syncIntervalSecs: 300,
      lastSync: newestRecord,
      nextSync: null,
      estimatedNextUpdate: null,
      status,
    },
  ]);
});

const price = async () =>
  JSON.parse((await callRoute(gateway.url, `/itp-price?itp_id=${itpId}`)).text);

test('default: the NAV is the data node’s when it succeeds and is not zero', async () => {
  expect(await price()).toMatchObject({ source: 'data-node', nav: '10250000000000000000' });
});

test.each(['0', '000', 0])('behavior: a NAV of %j is read from the index contract', async (nav) => {
  now += 10_000;
  const body = { ...(dataNodeBodies['/itp-price'] as object), nav };
  upstreams.setFault('dataNode', saying(body), '/itp-price');
  const seen = await price();
  upstreams.setFault('dataNode', null);
  // The whole object is filled on this path, too: supply and the length of the assets decoded.
  expect(seen).toEqual({
    itp_id: itpId,
    nav: onChainNav.toString(),
    nav_display: 10.5,
    assets_priced: 2,
    assets_total: 2,
    aum_usd: 1050,
    total_supply: '100000000000000000000',
    source: 'onchain',
  });
});

test('behavior: the value of the index contract is the response, also for a DTF without a NAV', async () => {
  now += 10_000;
  const ofNewcomer: Fault = {
    name: 'a DTF without a NAV',
    kind: 'harmless',
    respond: ({ response, good }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...JSON.parse(good.body), result: encodeDtfState(0n) }));
    },
  };
  upstreams.setFault('dataNode', saying(null), '/itp-price');
  upstreams.setFault('l3', ofNewcomer);
  const seen = await callRoute(gateway.url, `/itp-price?itp_id=${itpId}`);
  upstreams.setFault('dataNode', null);
  upstreams.setFault('l3', null);
  expect(seen.status).toBe(200);
  expect(JSON.parse(seen.text)).toEqual({
    itp_id: itpId,
    nav: '0',
    nav_display: 0,
    assets_priced: 2,
    assets_total: 2,
    aum_usd: 0,
    total_supply: '100000000000000000000',
    source: 'onchain',
  });
});

test('behavior: timestamps are Unix seconds and wei are decimal strings, however they are sent', async () => {
  now += 10_000;
  const sent = { ...(dataNodeBodies['/itp-price'] as object), nav: '9007199254740993000000000000' };
  upstreams.setFault('dataNode', saying(sent), '/itp-price');
  expect((await price()).nav).toBe('9007199254740993000000000000');
  const points = [{ timestamp: '2026-01-01T00:00:00Z', nav: '10.5' }];
  upstreams.setFault('dataNode', saying(points), '/nav-series');
  const series = await callRoute(gateway.url, `/nav-series?itp_id=${itpId}&range=1y`);
  upstreams.setFault('dataNode', null);
  expect(JSON.parse(series.text)).toEqual([{ timestamp: 1_767_225_600, nav: 10.5 }]);
});

test('behavior: the state of a batch is live, however long ago it was requested', async () => {
  const path = '/vision/batch/3/state';
  const stateOf = async () => JSON.parse((await callRoute(gateway.url, path)).text);
  const before = await stateOf();
  const next_tick = before.next_tick + before.tick_duration;
  upstreams.setFault('oracles', saying({ ...(oracleBodies[path] as object), next_tick }), path);
  now += 3000;
  const after = await stateOf();
  upstreams.setFault('oracles', null);
  expect(after).toEqual({ ...before, next_tick });
});
