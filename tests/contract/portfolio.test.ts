import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dataNodeFormats,
  type GatewayPerFormat,
  startGatewayPerFormat,
} from '../support/data-node-formats.ts';
import { getJson } from '../support/get-json.ts';

let world: GatewayPerFormat;
/** A wallet that bought and sold. */
let wallet: string;
beforeAll(async () => {
  world = await startGatewayPerFormat();
  const { shareLedger } = world.node.state;
  wallet =
    shareLedger.wallets().find((address) => {
      const kinds = new Set(shareLedger.trades(address).map((trade) => trade.kind));
      return (
        kinds.size === 2 &&
        [...shareLedger.account(address).values()].some((lot) => lot.at(-1)?.shares)
      );
    }) ?? '';
});
afterAll(() => world[Symbol.asyncDispose]());

const nobody = '0x00000000000000000000000000000000000000A1';

describe.each(dataNodeFormats)('portfolios with a data node in the format %s', (format) => {
  const get = (path: string) => getJson(world[format], path);

  test('default: /portfolio has exactly its fields; totals are the sums of the positions', async () => {
    const { status, body } = await get(
      `/portfolio?address=${wallet.toUpperCase().replace('X', 'x')}`,
    );
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'address',
      'positions',
      'total_pnl_pct',
      'total_pnl_usd',
      'total_value_usd',
    ]);
    expect(body.address).toBe(getAddress(wallet));
    expect(body.positions.length).toBeGreaterThan(0);
    let value = 0;
    for (const position of body.positions) {
      expect(Object.keys(position).sort()).toEqual([
        'cost_basis_usd',
        'itp_id',
        'name',
        'nav_per_share',
        'pnl_pct',
        'pnl_usd',
        'shares',
        'symbol',
        'value_usd',
      ]);
      expect(position.name.length).toBeGreaterThan(2);
      expect(position.shares).toMatch(/^[1-9]\d+$/);
      expect(position.value_usd).toBeCloseTo(
        (Number(position.shares) / 1e18) * position.nav_per_share,
        6,
      );
      expect(position.pnl_usd).toBeCloseTo(position.value_usd - position.cost_basis_usd, 6);
      expect(position.pnl_pct).toBeCloseTo((position.pnl_usd / position.cost_basis_usd) * 100, 6);
      value += position.value_usd;
    }
    expect(body.total_value_usd).toBeCloseTo(value, 6);
  });

  test('default: /portfolio/history is a bare array, ascending, from the first trade on', async () => {
    const { body } = await get(`/portfolio/history?address=${wallet}`);
    const first = world.node.state.shareLedger.trades(wallet)[0]?.at ?? 0;
    const day = first - (first % 86_400);
    // Legacy data nodes name the day, others the moment of its value: the end of the day, or now.
    expect(body[0].timestamp).toBe(format === 'spec' ? day + 86_400 : day);
    expect(Object.keys(body[0]).sort()).toEqual(['timestamp', 'value_usd']);
    expect(
      body
        .slice(0, -1)
        .every(
          (p: { timestamp: number }, i: number) =>
            i === 0 || p.timestamp === body[i - 1].timestamp + 86_400,
        ),
    ).toBe(true);
  });

  test('default: /portfolio/trades has exactly its fields, newest first', async () => {
    const { body } = await get(`/portfolio/trades?address=${wallet}`);
    const trades = world.node.state.shareLedger.trades(wallet);
    expect(body).toHaveLength(trades.length);
    const newest = trades.at(-1);
    expect(Object.keys(body[0]).sort()).toEqual([
      'fee_usd',
      'itp_id',
      'itp_symbol',
      'price_per_share',
      'shares',
      'timestamp',
      'total_usd',
      'tx_hash',
      'type',
    ]);
    expect(body[0]).toMatchObject({
      tx_hash: newest?.txHash,
      timestamp: newest?.at,
      type: newest?.kind,
      itp_id: newest?.itpId,
      shares: String(newest?.shares),
    });
    expect(body[0].fee_usd).toBeCloseTo(Number(newest?.fee) / 1e18, 8);
    expect(body[0].total_usd).toBeCloseTo(Number(newest?.total) / 1e18, 6);
    expect(new Set(body.map((trade: { type: string }) => trade.type))).toEqual(
      new Set(['buy', 'sell']),
    );
  });

  test('behavior: an unknown wallet is empty', async () => {
    expect((await get(`/portfolio?address=${nobody}`)).body).toEqual({
      address: nobody,
      total_value_usd: 0,
      total_pnl_usd: 0,
      total_pnl_pct: 0,
      positions: [],
    });
    expect((await get(`/portfolio/history?address=${nobody}`)).body).toEqual([]);
    expect((await get(`/portfolio/trades?address=${nobody}`)).body).toEqual([]);
  });

  test.each(['/portfolio', '/portfolio/history', '/portfolio/trades'])(
    'error: %s without a good address',
    async (path) => {
      expect(await get(path)).toMatchObject({
        status: 400,
        body: { error: 'address is required' },
      });
      for (const address of [
        '',
        '0x1',
        `${nobody}0`,
        nobody.slice(2),
        '0xg0000000000000000000000000000000000000A1',
      ]) {
        expect(await get(`${path}?address=${address}`)).toMatchObject({
          status: 400,
          body: { error: 'address must be 0x followed by 40 hex digits' },
        });
      }
    },
  );
});
