import { type Address, formatEther, getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lendingAbi } from '../../generated/abi/lending.ts';
import { usdc18Abi } from '../../generated/abi/usdc18.ts';
import { type ChainDataNodes, startChainDataNodes } from '../support/chain-data-nodes.ts';
import { dataNodeFormats } from '../support/data-node-formats.ts';
import { getJson } from '../support/get-json.ts';

let world: ChainDataNodes;
/** Who borrowed, in which market, in the seeded past. */
let loans: readonly { readonly id: Hex; readonly borrower: Address }[];
beforeAll(async () => {
  world = await startChainDataNodes();
  const logs = await world.chain.getContractEvents({
    address: world.contracts.LENDING,
    abi: lendingAbi,
    eventName: 'Borrow',
    fromBlock: 0n,
  });
  loans = logs.flatMap(({ args }) =>
    args.id && args.onBehalf ? [{ id: args.id, borrower: args.onBehalf }] : [],
  );
}, 120_000);
afterAll(() => world?.[Symbol.asyncDispose](), 60_000);

const nobody = `0x${'0'.repeat(40)}`;
const stranger = '0x00000000000000000000000000000000000000A1';
const unknownId = `0x${'f'.repeat(64)}`;
const marketKeys = [
  'itp_id',
  'lltv',
  'market_id',
  'oracle_price',
  'total_borrow_assets',
  'total_borrow_shares',
  'total_supply_assets',
  'total_supply_shares',
];
type Market = Record<string, string>;

const readMarket = (id: Hex) =>
  world.chain.readContract({
    address: world.contracts.LENDING,
    abi: lendingAbi,
    functionName: 'market',
    args: [id],
  });

describe.each(dataNodeFormats)('lending with a data node in the format %s', (format) => {
  const get = (path: string) => getJson(world[format], path);
  const markets = async (): Promise<Market[]> => (await get('/lending/markets')).body;
  const itpIdOf = async (id: Hex) =>
    (await markets()).find(({ market_id }) => market_id === id)?.itp_id;

  test('default: /lending/markets is one market for each DTF, with the totals of the chain', async () => {
    const { status, headers, body } = await get('/lending/markets');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, s-maxage=5, stale-while-revalidate=30');
    const ranking = (await get('/aum-ranking')).body;
    const ids = (list: { itp_id: string }[]) => list.map(({ itp_id }) => itp_id).sort();
    expect(ids(body)).toEqual(ids(ranking));
    for (const market of body) {
      expect(Object.keys(market).sort()).toEqual(marketKeys);
      const [supply, supplyShares, borrow, borrowShares] = await readMarket(market.market_id);
      expect(market).toMatchObject({
        total_supply_assets: String(supply),
        total_supply_shares: String(supplyShares),
        total_borrow_assets: String(borrow),
        total_borrow_shares: String(borrowShares),
        lltv: '770000000000000000',
      });
    }
  });

  test('default: /lending/position has the debt that the contract would ask for', async () => {
    let indebted = 0;
    for (const { id, borrower } of loans.slice(-8)) {
      const { status, body } = await get(
        `/lending/position?address=${borrower}&itp_id=${await itpIdOf(id)}`,
      );
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual([
        'borrow_shares',
        'collateral',
        'debt_amount',
        'health_factor',
        'market',
        'max_borrow',
        'max_withdraw',
        'oracle_price',
      ]);
      const { market, ...amounts } = body;
      expect(Object.keys(market).sort()).toEqual(marketKeys);
      for (const amount of [...Object.values(amounts), ...Object.values(market)]) {
        expect(amount).toEqual(expect.any(String));
      }
      const at = {
        address: world.contracts.LENDING,
        abi: lendingAbi,
        args: [id, borrower],
      } as const;
      const [debt] = await world.chain.readContract({ ...at, functionName: 'debtAndCapacity' });
      const [, shares, collateral] = await world.chain.readContract({
        ...at,
        functionName: 'position',
      });
      expect([body.collateral, body.borrow_shares, body.debt_amount]).toEqual(
        [collateral, shares, debt].map(String),
      );
      const capacity = (collateral * BigInt(body.oracle_price) * 77n) / 10n ** 38n;
      if (debt === 0n) {
        expect([body.health_factor, body.max_withdraw]).toEqual(['Infinity', String(collateral)]);
        continue;
      }
      indebted += 1;
      expect(body.health_factor).toBe(((Number((capacity * 100n) / debt) | 0) / 100).toFixed(2));
      expect(Number(body.max_borrow)).toBeCloseTo(
        Number(capacity > debt ? capacity - debt : 0n),
        -6,
      );
      // What may be withdrawn leaves a position at its limit.
      const left = collateral - BigInt(body.max_withdraw);
      const leftCapacity = (left * BigInt(body.oracle_price) * 77n) / 10n ** 38n;
      expect(Number(leftCapacity) / Number(debt)).toBeCloseTo(
        capacity < debt ? Number(capacity) / Number(debt) : 1,
        9,
      );
    }
    expect(indebted).toBeGreaterThan(1);
  });

  test('behavior: the old path and either name of the parameter give the same response', async () => {
    const borrower = loans.at(-1)?.borrower ?? '';
    for (const [path, alias] of [
      ['/lending/position', '/morpho-position'],
      ['/lending/history', '/morpho-history'],
    ]) {
      const { body } = await get(`${path}?address=${borrower}`);
      for (const other of [
        `${alias}?user=${borrower}`,
        `${alias}?address=${borrower.toLowerCase()}`,
        `${path}?user=${borrower}`,
        `${path}?user=${borrower}&address=${borrower.toUpperCase().replace('X', 'x')}`,
      ]) {
        expect((await get(other)).body).toEqual(body);
      }
    }
  });

  test('default: the zero address shows the market alone, a stranger has zeros', async () => {
    for (const address of [nobody, stranger]) {
      const { status, body } = await get(`/lending/position?address=${address}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        collateral: '0',
        borrow_shares: '0',
        debt_amount: '0',
        max_borrow: '0',
        max_withdraw: '0',
        health_factor: 'Infinity',
      });
      expect(BigInt(body.market.total_supply_assets)).toBeGreaterThan(0n);
      expect(BigInt(body.oracle_price)).toBeGreaterThan(0n);
      expect((await get(`/lending/history?address=${address}`)).body).toEqual([]);
    }
  });

  test('default: /lending/history is a bare array in tokens, newest first, from the chain', async () => {
    const borrower = loans[0]?.borrower ?? stranger;
    const { body } = await get(`/lending/history?address=${borrower}`);
    const symbols = (await get('/aum-ranking')).body.map(
      ({ symbol }: { symbol: string }) => symbol,
    );
    for (const event of body) {
      expect(Object.keys(event).sort()).toEqual([
        'amount',
        'block_number',
        'event_type',
        'itp_id',
        'timestamp',
        'token',
        'tx_hash',
      ]);
      expect(event.amount).toMatch(/^\d+\.\d+$/);
      const ofUsdc = event.event_type === 'borrow' || event.event_type === 'repay';
      if (ofUsdc) expect(event.token).toBe('USDC');
      else expect(symbols).toContain(event.token);
      const block = await world.chain.getBlock({ blockNumber: BigInt(event.block_number) });
      expect(event.timestamp).toBe(Number(block.timestamp));
    }
    const blocks = body.map(({ block_number }: { block_number: number }) => block_number);
    expect(blocks).toEqual(blocks.toSorted((a: number, b: number) => b - a));
    const borrowed = await world.chain.getContractEvents({
      address: world.contracts.LENDING,
      abi: lendingAbi,
      eventName: 'Borrow',
      args: { onBehalf: borrower },
      fromBlock: 0n,
    });
    const told = body.filter(({ event_type }: { event_type: string }) => event_type === 'borrow');
    expect(told.map(({ amount }: { amount: string }) => parseEther(amount)).toSorted()).toEqual(
      borrowed.map(({ args }) => args.assets ?? 0n).toSorted(),
    );
  });

  test('default: /user-state is strings alone, with the balances of the chain', async () => {
    const { id, borrower } = loans.at(-1) ?? { id: '0x', borrower: stranger };
    const { status, body } = await get(
      `/user-state?address=${borrower}&itp_id=${await itpIdOf(id)}`,
    );
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'bridged_itp_address',
      'bridged_itp_allowance_custody',
      'bridged_itp_allowance_morpho',
      'bridged_itp_balance',
      'bridged_itp_name',
      'bridged_itp_symbol',
      'bridged_itp_total_supply',
      'usdc_allowance_custody',
      'usdc_allowance_morpho',
      'usdc_balance',
    ]);
    for (const value of Object.values(body)) expect(value).toEqual(expect.any(String));
    const balance = await world.chain.readContract({
      address: world.contracts.L3_WUSDC,
      abi: usdc18Abi,
      functionName: 'balanceOf',
      args: [borrower],
    });
    expect(body.usdc_balance).toBe(String(balance));
    expect(getAddress(body.bridged_itp_address)).toBe(getAddress(world.contracts.Index));
  });

  test('default: /vault-balances is the worth of all DTFs, the largest asset first', async () => {
    const { status, body } = await get('/vault-balances');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['assets', 'token_count', 'total_usd']);
    expect(body.token_count).toBe(body.assets.length);
    let total = 0;
    for (const asset of body.assets) {
      expect(Object.keys(asset).sort()).toEqual([
        'address',
        'balance',
        'price',
        'symbol',
        'usd_value',
      ]);
      expect(Number(formatEther(BigInt(asset.balance))) * asset.price).toBeCloseTo(
        asset.usd_value,
        2,
      );
      total += asset.usd_value;
    }
    expect(body.total_usd / total).toBeCloseTo(1, 9);
    const aum = (await get('/aum-ranking')).body.reduce(
      (sum: number, { aum_usd }: { aum_usd: number }) => sum + aum_usd,
      0,
    );
    expect(body.total_usd / aum).toBeCloseTo(1, 1);
  });

  test('error: a DTF that does not exist, and one that is none', async () => {
    for (const path of ['/lending/position', '/user-state']) {
      expect((await get(`${path}?address=${stranger}&itp_id=${unknownId}`)).status).toBe(404);
      expect((await get(`${path}?address=${stranger}&itp_id=0x12`)).status).toBe(400);
    }
  });
});

test('behavior: both upstream formats give the same bodies', async () => {
  for (const { borrower } of loans.slice(0, 5)) {
    const path = `/lending/history?address=${borrower}`;
    expect((await getJson(world.wild, path)).body).toEqual((await getJson(world.spec, path)).body);
  }
});
