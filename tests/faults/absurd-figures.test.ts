import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

let world: FaultyUpstreams;
beforeAll(async () => {
  world = await startFaultyUpstreams();
});
afterAll(() => world[Symbol.asyncDispose]());

const id = `0x${'0'.repeat(63)}1`;
const assets = [{ symbol: 'BTC', weight: 1, price: 7, name: 'Bitcoin', qty: '1' }];
const fund = { itp_id: id, name: 'Fund', symbol: 'F', nav: 1, aum_usd: 2, total_supply: '3' };
const protocol = { name: 'Chain', symbol: 'BTC', gecko_id: 'bitcoin', tvl: 5, change_7d: 1 };
const raise = { name: 'Chain', defillamaId: 'bitcoin', round: 'Seed', amount: 3, valuation: 9 };

async function enrich(protocols: readonly object[], raises: readonly object[]) {
  const snapshot = { ...fund, assets };
  await using node = await startUpstream(respondByPath({ '/snapshot': snapshot }));
  await using defi = await startUpstream(
    respondByPath({ '/protocols': protocols, '/raises': { raises } }),
  );
  const env = { ...world.env, DATA_NODE_URL: node.url, DEFI_DATA_URL: defi.url };
  await using gateway = await startGateway(env);
  const { status, body } = await getJson(gateway, `/itp-enrichment?itp_id=${id}`);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('null');
  return body;
}

test.each([1_700_000_000_000, 1e300, -1e300])(
  'behavior: a raise of the time %d has no date, the others theirs',
  async (date) => {
    const { holdings, funding } = await enrich(
      [],
      [
        { ...raise, name: 'Odd', date },
        { ...raise, date: 1_700_000_000 },
      ],
    );
    expect(holdings).toHaveLength(1);
    const [first, last] = funding.recent_raises;
    expect(first).toMatchObject({ project: 'Chain', date: '2023-11-14' });
    expect(last).toEqual({ project: 'Odd', round: 'Seed', amount_m: 3, lead: '—' });
  },
);

test('behavior: protocols with a TVL that no protocol has are passed over', async () => {
  const absurd = { ...protocol, tvl: 1e308 };
  const { defi } = await enrich([absurd, protocol, absurd], []);
  expect(defi).toMatchObject({ total_tvl: 5, protocols_with_data: 1 });
  expect((await enrich([absurd, absurd], [])).defi).toBeUndefined();
});

test('behavior: changes and amounts beyond all measure count as unknown', async () => {
  const changed = { ...protocol, change_7d: 1e308, change_1d: -1e308 };
  const raised = { ...raise, amount: 1e308, valuation: 1e308 };
  const { defi, funding } = await enrich([changed, changed, protocol], [raised, raised, raise]);
  expect(defi.avg_tvl_change_7d).toBeCloseTo(1 / 3, 9);
  expect(defi.top_by_tvl).toContainEqual({ symbol: 'BTC', name: 'Chain', tvl: 5 });
  expect(funding).toMatchObject({ total_raised_m: 3, avg_valuation_m: 9, total_rounds: 3 });
});
