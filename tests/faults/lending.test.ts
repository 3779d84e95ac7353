import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const nobody = `0x${'0'.repeat(40)}`;
const itpId = `0x${'0'.repeat(63)}1`;
const e18 = 10n ** 18n;

/** A legacy data node with one market: no route for markets, no ids, no LLTV. */
const totals = {
  total_supply_assets: String(50_000n * e18),
  total_supply_shares: String(49_000n * e18),
  total_borrow_assets: String(10_100n * e18),
  total_borrow_shares: String(10_000n * e18),
};
const raw = {
  collateral: String(10_000n * e18),
  borrow_shares: String(5_000n * e18),
  oracle_price: String(1_045n * 10n ** 33n),
  market: totals,
};
/** 5,000 of 10,000 shares of a debt of 10,100; capacity 10,000 · 1.045 · 0.77. */
const derived = {
  debt_amount: String(5_050n * e18),
  max_borrow: String(80_465n * 10n ** 17n - 5_050n * e18),
  max_withdraw: '3723979369912384266452',
  health_factor: '1.59',
};

async function setup(stack: AsyncDisposableStack, listener: RequestListener) {
  const upstream = stack.use(await startUpstream(listener));
  const time = { now: Date.parse('2026-03-11T10:00:00Z') };
  const gateway = stack.use(
    await startGateway({ DATA_NODE_URL: upstream.url }, { clock: { now: () => time.now } }),
  );
  return { upstream, gateway, time };
}

describe('a data node that sends as little as it may', () => {
  test('behavior: what follows from a position is computed, whatever the data node says of it', async () => {
    for (const wrong of [
      {},
      { debt_amount: '1', max_borrow: '8046.5', max_withdraw: 'all', health_factor: 9 },
    ]) {
      await using stack = new AsyncDisposableStack();
      const { gateway } = await setup(
        stack,
        respondByPath({ '/morpho-position': { ...raw, ...wrong } }),
      );
      const { body } = await getJson(gateway, `/lending/position?address=${wallet}`);
      expect(body).toEqual({ ...raw, ...derived });
    }
  });

  test('behavior: without a route for markets, the market of an unknown wallet’s position is the only one', async () => {
    await using stack = new AsyncDisposableStack();
    const { gateway, upstream } = await setup(stack, respondByPath({ '/morpho-position': raw }));
    const { body } = await getJson(gateway, '/lending/markets');
    expect(body).toEqual([{ ...totals, oracle_price: raw.oracle_price }]);
    expect(upstream.asked.at(-1)).toContain(`user=${nobody}`);
    const { data, errors } = await gateway.query(
      `{ lendingMarkets { marketId dtf { itpId } lltv utilisation liquidity oraclePrice { usd } }
         portfolio(address: "${wallet}") { lending { positions { debt healthFactor state
           liquidationPrice { raw usd } market { totalBorrow } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      lendingMarkets: [
        {
          marketId: null,
          dtf: null,
          lltv: 0.77,
          utilisation: 0.202,
          liquidity: String(39_900n * e18),
          oraclePrice: { usd: 1.045 },
        },
      ],
      portfolio: {
        lending: {
          positions: [
            {
              debt: derived.debt_amount,
              healthFactor: expect.closeTo(8046.5 / 5050, 12),
              state: 'SAFE',
              liquidationPrice: {
                raw: String((5_050n * e18 * 10n ** 54n) / (10_000n * e18 * 77n * 10n ** 16n)),
                usd: expect.closeTo(5050 / 7700, 12),
              },
              market: { totalBorrow: totals.total_borrow_assets },
            },
          ],
        },
      },
    });
  });

  test('behavior: numbers and missing balances are taken, unknown fields are not', async () => {
    await using stack = new AsyncDisposableStack();
    const { gateway } = await setup(
      stack,
      respondByPath({
        '/user-state': {
          usdc_balance: 5,
          bridged_itp_balance: '0',
          bridged_itp_address: null,
          nonce: 7,
        },
      }),
    );
    const { body } = await getJson(gateway, `/user-state?user=${wallet}`);
    expect(body).toEqual({
      usdc_balance: '5',
      usdc_allowance_custody: '0',
      usdc_allowance_morpho: '0',
      bridged_itp_address: '',
      bridged_itp_balance: '0',
      bridged_itp_allowance_custody: '0',
      bridged_itp_allowance_morpho: '0',
      bridged_itp_name: '',
      bridged_itp_symbol: '',
      bridged_itp_total_supply: '0',
    });
  });

  test('behavior: a history in wei and one in tokens read the same', async () => {
    const move = { tx_hash: '0xab', block_number: 7, timestamp: null };
    const inWei = [
      { ...move, event_type: 'deposit', amount: '10000000000000000000000', token: 'ITP' },
      { ...move, event_type: 'borrow', amount: '1', token: 'USDC', block_number: 9 },
    ];
    const inTokens = [
      {
        ...move,
        event_type: 'Borrow',
        amount: '0.000000000000000001',
        token: 'USDC',
        block_number: 9,
      },
      { ...move, event_type: 'deposit', amount: '10000.0', token: 'ITP' },
    ];
    for (const history of [inWei, inTokens]) {
      await using stack = new AsyncDisposableStack();
      const { gateway } = await setup(stack, respondByPath({ '/morpho-history': history }));
      const { body } = await getJson(gateway, `/lending/history?address=${wallet}`);
      expect(body).toEqual([
        {
          tx_hash: '0xab',
          block_number: 9,
          timestamp: 0,
          event_type: 'borrow',
          amount: '0.000000000000000001',
          token: 'USDC',
        },
        {
          tx_hash: '0xab',
          block_number: 7,
          timestamp: 0,
          event_type: 'deposit',
          amount: '10000.0',
          token: 'ITP',
        },
      ]);
      const { data } = await gateway.query(
        `{ portfolio(address: "${wallet}") { lending { history(first: 1) {
           totalCount edges { node { type amount timestamp dtf { itpId } } } } } } }`,
      );
      expect(data).toEqual({
        portfolio: {
          lending: {
            history: {
              totalCount: 2,
              edges: [{ node: { type: 'BORROW', amount: '1', timestamp: null, dtf: null } }],
            },
          },
        },
      });
    }
  });

  test('behavior: a wallet that it does not know has nothing; a DTF that it does not know is a 404', async () => {
    await using stack = new AsyncDisposableStack();
    const { gateway } = await setup(stack, respondByPath({}));
    const position = await getJson(gateway, `/lending/position?address=${wallet}`);
    expect(position.status).toBe(200);
    expect(position.body).toMatchObject({
      collateral: '0',
      debt_amount: '0',
      health_factor: 'Infinity',
    });
    expect((await getJson(gateway, `/lending/history?address=${wallet}`)).body).toEqual([]);
    expect((await getJson(gateway, '/lending/markets')).body).toEqual([]);
    expect((await getJson(gateway, `/user-state?address=${wallet}`)).body.usdc_balance).toBe('0');
    for (const path of ['/lending/position', '/user-state']) {
      const { status, body } = await getJson(gateway, `${path}?address=${wallet}&itp_id=${itpId}`);
      expect([status, Object.keys(body)]).toEqual([404, ['error']]);
    }
  });
});

const says =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
const faults: Readonly<Record<string, readonly [status: number, RequestListener]>> = {
  '500': [502, says(500, '{"error":"connect 10.0.0.7:5432 refused"}')],
  '429 with words': [429, says(429, '{"error":"slow down"}')],
  '400 with words': [400, says(400, '{"error":"bad user"}')],
  HTML: [502, says(200, '<html></html>')],
  'garbage JSON': [502, says(200, '{"collateral":')],
  'wrong types': [502, says(200, '{"collateral":{},"market":[],"assets":5}')],
  'negative amounts': [502, says(200, JSON.stringify({ ...raw, collateral: '-1' }))],
  nothing: [502, says(200, '')],
  'a redirect': [502, says(302, '{"error":"go away"}')],
  'a broken connection': [502, (request) => request.socket.destroy()],
};
const paths = [
  `/lending/position?address=${wallet}`,
  `/lending/history?address=${wallet}`,
  '/lending/markets',
  `/user-state?address=${wallet}&itp_id=${itpId}`,
  '/vault-balances',
];

describe.each(Object.entries(faults))(
  'a data node that answers with %s',
  (_what, [expected, fault]) => {
    test('error: every route says so in one field, uncached, and nothing leaks', async () => {
      await using stack = new AsyncDisposableStack();
      const { gateway } = await setup(stack, fault);
      for (const path of paths) {
        const { status, headers, body } = await getJson(gateway, path);
        expect([path, status]).toEqual([path, expected]);
        expect(Object.keys(body)).toEqual(['error']);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(body.error).not.toMatch(/10\.0\.0\.7|127\.0\.0\.1/);
      }
      const { data, errors } = await gateway.query(
        `{ lendingMarkets { lltv } vault { totalUsd } here: __typename
         portfolio(address: "${wallet}") { address lending { positions { debt } } } }`,
      );
      expect(data).toEqual({
        lendingMarkets: null,
        vault: null,
        here: 'Query',
        portfolio: { address: wallet, lending: { positions: null } },
      });
      expect(errors).toHaveLength(3);
    });
  },
);

test('behavior: a position outlives an outage by half a minute, with its age', async () => {
  await using stack = new AsyncDisposableStack();
  let listener = respondByPath({ '/morpho-position': raw });
  const { gateway, time } = await setup(stack, (request, response) => listener(request, response));
  await getJson(gateway, paths[0] ?? '');
  listener = says(500, '');
  time.now += 34_000;
  const stale = await getJson(gateway, paths[0] ?? '');
  expect([stale.status, stale.headers.get('age'), stale.headers.get('x-cache')]).toEqual([
    200,
    '34',
    'STALE',
  ]);
  time.now += 2000;
  expect((await getJson(gateway, paths[0] ?? '')).status).toBe(502);
});
