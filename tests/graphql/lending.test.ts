import type { Address, Hex } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lendingAbi } from '../../generated/abi/lending.ts';
import { type ChainDataNodes, startChainDataNodes } from '../support/chain-data-nodes.ts';
import { getJson } from '../support/get-json.ts';

let world: ChainDataNodes;
/** The newest loan of the seeded past. */
let loan: { readonly id: Hex; readonly borrower: Address };
beforeAll(async () => {
  world = await startChainDataNodes();
  const logs = await world.chain.getContractEvents({
    address: world.contracts.LENDING,
    abi: lendingAbi,
    eventName: 'Borrow',
    fromBlock: 0n,
  });
  const { id, onBehalf } = logs.at(-1)?.args ?? {};
  if (!id || !onBehalf) throw new Error('nobody ever borrowed');
  loan = { id, borrower: onBehalf };
}, 120_000);
afterAll(() => world?.[Symbol.asyncDispose](), 60_000);

type Market = Record<string, string>;
type Stressed = Readonly<Record<'healthFactor' | 'state' | 'isLiquidatable', unknown>>;
type Lending = {
  readonly positions: readonly (Record<string, string> & {
    readonly same: Stressed;
    readonly half: Stressed;
    readonly gone: Stressed;
    readonly market: { readonly dtf: { readonly itpId: string } };
  })[];
  readonly history: { readonly edges: readonly { readonly node: Record<string, unknown> }[] };
  readonly balances: Record<string, string>;
};

test('behavior: a wallet’s loans, history and balances are the same through both APIs', async () => {
  const { id, borrower } = loan;
  const markets: Market[] = (await getJson(world.wild, '/lending/markets')).body;
  const itpId = markets.find(({ market_id }) => market_id === id)?.itp_id;
  const { data, errors } = await world.wild.query<{ portfolio: { lending: Lending } }>(
    `query($address: Address!, $itpId: ID!) { portfolio(address: $address) { lending {
       positions { collateral borrowShares debt maxBorrow maxWithdraw healthFactor state
         same: stress(pricePct: 0) { healthFactor state isLiquidatable market { dtf { itpId } } }
         half: stress(pricePct: -50) { healthFactor state isLiquidatable }
         gone: stress(pricePct: -100) { healthFactor state isLiquidatable }
         oraclePrice { raw } market { dtf { itpId lendingMarket { marketId } } totalBorrow } }
       history { edges { node { type amount token txHash blockNumber timestamp dtf { itpId } } } }
       balances(itpId: $itpId) { usdc shares usdcAllowedToLending }
     } } }`,
    { address: borrower, itpId },
  );
  expect(errors).toBeUndefined();
  const { positions, history, balances } = data.portfolio.lending;
  expect(positions.length).toBeGreaterThan(0);
  for (const position of positions) {
    const path = `/lending/position?address=${borrower}&itp_id=${position.market.dtf.itpId}`;
    const { body } = await getJson(world.wild, path);
    expect(position).toMatchObject({
      collateral: body.collateral,
      borrowShares: body.borrow_shares,
      debt: body.debt_amount,
      maxBorrow: body.max_borrow,
      maxWithdraw: body.max_withdraw,
      oraclePrice: { raw: body.oracle_price },
      market: {
        totalBorrow: body.market.total_borrow_assets,
        dtf: { lendingMarket: { marketId: body.market.market_id } },
      },
    });
    const { healthFactor, state } = position;
    expect(position.same).toMatchObject({
      healthFactor,
      state,
      market: { dtf: { itpId: position.market.dtf.itpId } },
    });
    if (healthFactor === null) {
      expect(position.gone).toEqual({
        healthFactor: null,
        state: 'NO_DEBT',
        isLiquidatable: false,
      });
    } else {
      expect(position.half.healthFactor).toBeCloseTo(Number(healthFactor) / 2, 9);
      expect(position.gone).toEqual({
        healthFactor: 0,
        state: 'LIQUIDATABLE',
        isLiquidatable: true,
      });
    }
    if (body.health_factor === 'Infinity') expect(position.healthFactor).toBeNull();
    else
      expect(Math.floor(Number(position.healthFactor) * 100) / 100).toBe(
        Number(body.health_factor),
      );
  }
  const events = (await getJson(world.wild, `/lending/history?address=${borrower}`)).body;
  const inRest = events.slice(0, 20).map((event: Market) => ({
    type: event.event_type?.toUpperCase(),
    amount: String(parseEther(event.amount ?? '')),
    token: event.token,
    txHash: event.tx_hash,
    blockNumber: event.block_number,
    timestamp: event.timestamp,
    dtf: { itpId: event.itp_id },
  }));
  const nodes = history.edges.map(({ node }) => node);
  const blocksOf = (those: readonly Record<string, unknown>[]) =>
    those.map(({ blockNumber }) => blockNumber);
  expect(blocksOf(nodes)).toEqual(blocksOf(inRest));
  // The APIs order the events of one block differently.
  const keyOf = ({ txHash, type }: Record<string, unknown>) => `${txHash} ${type}`;
  const byKey = (those: readonly Record<string, unknown>[]) =>
    those.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  expect(byKey(nodes)).toEqual(byKey(inRest));
  const state = (await getJson(world.wild, `/user-state?user=${borrower}&itp_id=${itpId}`)).body;
  expect(balances).toEqual({
    usdc: state.usdc_balance,
    shares: state.bridged_itp_balance,
    usdcAllowedToLending: state.usdc_allowance_morpho,
  });
});

test('error: a share price cannot fall by more than all of it', async () => {
  const { errors } = await world.wild.query(
    'query($address: Address!) { portfolio(address: $address) { lending { positions { stress(pricePct: -101) { state } } } } }',
    { address: loan.borrower },
  );
  expect(errors?.[0]?.message).toBe('pricePct must be from -100 to 1000000');
});

test('behavior: markets and vault are the same through both APIs', async () => {
  const { data, errors } = await world.wild.query<{
    lendingMarkets: (Market & { dtf: Market; oraclePrice: Market; position: Market })[];
    vault: { assets: unknown[] };
  }>(`{
    lendingMarkets { marketId dtf { itpId } totalSupply totalSupplyShares totalBorrow
      totalBorrowShares liquidity utilisation lltv oraclePrice { raw usd }
      position(address: "${loan.borrower}") { collateral } }
    vault { totalUsd assets { address balance priceUsd valueUsd asset { symbol } } }
  }`);
  expect(errors).toBeUndefined();
  const markets: Market[] = (await getJson(world.wild, '/lending/markets')).body;
  expect(data.lendingMarkets).toHaveLength(markets.length);
  for (const [position, market] of markets.entries()) {
    const supplied = BigInt(market.total_supply_assets ?? 0);
    const lent = BigInt(market.total_borrow_assets ?? 0);
    expect(data.lendingMarkets[position]).toEqual({
      marketId: market.market_id,
      dtf: { itpId: market.itp_id },
      totalSupply: market.total_supply_assets,
      totalSupplyShares: market.total_supply_shares,
      totalBorrow: market.total_borrow_assets,
      totalBorrowShares: market.total_borrow_shares,
      liquidity: String(supplied - lent),
      utilisation: expect.closeTo(supplied === 0n ? 0 : Number(lent) / Number(supplied), 9),
      lltv: 0.77,
      oraclePrice: {
        raw: market.oracle_price,
        usd: expect.closeTo(Number(market.oracle_price) / 1e36, 9),
      },
      position: { collateral: expect.stringMatching(/^\d+$/) },
    });
  }
  const { body } = await getJson(world.wild, '/vault-balances');
  expect(data.vault.assets).toEqual(
    body.assets.map((asset: Market) => ({
      address: expect.stringMatching(new RegExp(`^${asset.address}$`, 'i')),
      balance: asset.balance,
      priceUsd: asset.price,
      valueUsd: asset.usd_value,
      asset: { symbol: asset.symbol },
    })),
  );
});
