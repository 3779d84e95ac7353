import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import {
  type FakeDataNode,
  publicSeries,
  resultEvent,
  stats,
  upstreamSeries,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const unlisted = base.replace('all', 'nothing');

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const get = (path: string) => getJson(gateway, path);

/** What `/sim/run` answers when the data node ends with this event. */
async function runWith(event: object, query = base) {
  const response = get(`/sim/run?${query}`);
  (await node.nextRun()).send(event);
  return response;
}

const graphRun =
  '{ simulation(input: { categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 }) { cached computedInMs } }';

describe('a run that the data node had in its cache', () => {
  test('behavior: took no time, whatever the node says', async () => {
    const cached = { ...resultEvent, cached: true, computed_in_ms: 4321 };
    const { body } = await runWith(cached);
    expect(body).toMatchObject({ cached: true, computed_in_ms: 0 });
  });

  test('behavior: nor through the other API', async () => {
    const asked = gateway.query(graphRun);
    (await node.nextRun()).send({ ...resultEvent, cached: true, computed_in_ms: 4321 });
    expect((await asked).data).toEqual({ simulation: { cached: true, computedInMs: 0 } });
  });
});

test('behavior: a computation took whole milliseconds, however finely the node measures', async () => {
  const { body } = await runWith({ ...resultEvent, computed_in_ms: 42.517 });
  expect(body).toMatchObject({ cached: false, computed_in_ms: 43 });
});

test.each([
  ['an object', { cappedmcap: { cap_pct: 10 } }, 'mcap_cap10'],
  ['a word of its own', 'sqrtmcap', 'mcap_cap10'],
  ['what else was asked for behind the name', 'mcap_cap10_t5_s2021-01-01', 'mcap_cap10'],
  ['a name of the public guide', 'capped_mcap_10', 'capped_mcap_10'],
])('behavior: a result that tells its weighting by %s', async (_what, told, weighting) => {
  const sent = { ...resultEvent, config: { ...resultEvent.config, weighting: told } };
  const { body } = await runWith(sent, base.replace('equal', 'mcap_cap10'));
  expect(body.config).toEqual({ ...resultEvent.config, weighting });
  const asked = gateway.query(`{ simulation(input: {
    categoryId: "all", topN: 6, weighting: "Capped_MCAP_10", rebalanceDays: 30
  }) { config { weighting } } }`);
  (await node.nextRun()).send({ ...sent, config: { ...sent.config, top_n: 6 } });
  expect((await asked).data).toEqual({ simulation: { config: { weighting } } });
});

describe('a series', () => {
  const afterCosts = upstreamSeries.with(0, {
    nav_date: '2021-01-01',
    nav: 0.998,
    drawdown_pct: 0,
  });

  test('behavior: that starts after the first costs starts at 1, and nothing else changes', async () => {
    const { body } = await runWith({ ...resultEvent, nav_series: afterCosts });
    expect(body.nav_series).toEqual(publicSeries);
    expect(body.stats).toEqual(stats);
  });

  test('behavior: of a variant and of a comparison starts at 1, too', async () => {
    const client = await readEvents(
      `${gateway.url}/api/sim/sweep-stream?sweep=top_n&category_id=all`,
    );
    const end = { type: 'sweep_done', total_variants: 1, simulations: [] };
    (await node.nextRun()).send({ ...variantEvent(0, 1), nav_series: afterCosts }, end);
    await client.ended;
    expect(client.events()[0]).toMatchObject({ type: 'variant_done', nav_series: publicSeries });
    node.answers['/sim/compare'] = {
      body: { simulations: [{ run_id: 7, nav_series: afterCosts }] },
    };
    const { body } = await get('/sim/compare?run_ids=7');
    expect(body.simulations).toEqual([{ run_id: 7, nav_series: publicSeries }]);
  });

  test('behavior: of another base is divided by its first value', async () => {
    const inPercent = upstreamSeries.map((point) => ({ ...point, nav: 100 * point.nav }));
    const { body } = await runWith({ ...resultEvent, nav_series: inPercent });
    expect(body.nav_series).toEqual(publicSeries);
  });

  test('behavior: without drawdowns falls from 1', async () => {
    const bare = [0.998, 0.9].map((nav, day) => ({ date: `2021-01-0${day + 1}`, nav }));
    const { body } = await runWith({ ...resultEvent, nav_series: bare });
    const drawdowns = body.nav_series.map((point: { drawdown_pct: number }) => point.drawdown_pct);
    expect(drawdowns).toEqual([0, expect.closeTo(-10, 9)]);
  });
});

describe('a statistic that could not be computed', () => {
  test('behavior: is 0 in a run', async () => {
    const holed = { ...stats, sharpe_ratio: null, annualized_return: null };
    const { status, body } = await runWith({ ...resultEvent, stats: holed });
    expect(status).toBe(200);
    expect(body.stats).toEqual({ ...stats, sharpe_ratio: 0, annualized_return: 0 });
  });

  test('behavior: is 0 in a row of the results, and the others stay', async () => {
    const entry = {
      id: 7,
      category_id: 'all',
      top_n: 5,
      weighting: 'equal',
      rebalance_days: 30,
      ...stats,
      base_fee_pct: 0.1,
      spread_multiplier: 1,
      computed_at: '2026-01-01T00:00:00Z',
      duration_ms: 42,
    };
    const results = [{ ...entry, id: 8, sharpe_ratio: null }, entry];
    node.answers['/sim/results'] = { body: { results } };
    const { status, body } = await get('/sim/results');
    expect(status).toBe(200);
    expect(body.results).toEqual([{ ...entry, id: 8, sharpe_ratio: 0 }, entry]);
  });

  test.each([null, 412.5])('error: with a count of %j it is no result', async (total_trades) => {
    const { status } = await runWith({ ...resultEvent, stats: { ...stats, total_trades } });
    expect(status).toBe(502);
  });
});

describe('a category without coins', () => {
  const words = "Simulation failed: No coins in category 'x'";

  test.each(['event', 'status'])(
    'error: told by an %s is 400 when listed, else 404',
    async (how) => {
      const answerTo = (query: string) => {
        if (how === 'event') return runWith({ type: 'error', error: words }, query);
        node.answers['/sim/run-stream'] = { status: 500, body: { error: words } };
        return get(`/sim/run?${query}`);
      };
      const ask = async (query: string) => {
        const { status, body } = await answerTo(query);
        return { status, body };
      };
      expect(await ask(base)).toEqual({ status: 400, body: { error: words } });
      expect(await ask(unlisted)).toEqual({
        status: 404,
        body: { error: 'unknown category_id; see /sim/categories' },
      });
    },
  );
});

describe('holdings in the words of the public guide', () => {
  const guide = { rebalance_date: '2021-01-02', coin_id: 'bitcoin', symbol: 'BTC', quantity: 2 };

  test('behavior: have both spellings', async () => {
    const holdings = [{ ...guide, weight_pct: 12.5, price: '100.5' }];
    node.answers['/sim/holdings'] = { body: { holdings } };
    expect((await get('/sim/holdings?run_id=7')).body).toEqual({
      holdings: [{ ...guide, weight: 0.125, weight_pct: 12.5, price_usd: 100.5, price: 100.5 }],
    });
  });

  test.each([{ weight_pct: 12.5 }, { price: 1 }])(
    'error: with only %j they are none',
    async (one) => {
      node.answers['/sim/holdings'] = { body: { holdings: [{ ...guide, ...one }] } };
      expect((await get('/sim/holdings?run_id=7')).status).toBe(502);
    },
  );
});
