import { z } from 'zod';
import { jsonRoute, type Route } from '../../http/route.ts';
import { dataNodeUnavailableRouteError } from '../domain-module.ts';
import { itpIdParameterSchema } from '../dtf/index.ts';
import { accountQueryParams, getAccountAddress } from './account-parameter.ts';
import type { LendingContext } from './loaders.ts';
import {
  lendingEventResponseSchema,
  lendingMarketResponseSchema,
  lendingPositionResponseSchema,
  lendingWalletBalancesResponseSchema,
  vaultBalancesResponseSchema,
} from './schema.ts';

const itpId = `0x${'0'.repeat(63)}1`;
const tag = 'lending';
const malformed = {
  400: { when: 'address is missing or malformed', message: 'address is required' },
};
const malformedIds = {
  400: {
    when: 'address is missing or malformed, or itp_id is malformed',
    message: 'address must be 0x followed by 40 hex digits',
  },
};

const exampleMarket = {
  total_supply_assets: '100000000000000000000000',
  total_supply_shares: '100000000000000000000000',
  total_borrow_assets: '5000000000000000000000',
  total_borrow_shares: '5000000000000000000000',
  market_id: `0x${'ab'.repeat(32)}`,
  itp_id: itpId,
  oracle_price: '10250000000000000000000000000000000000',
  lltv: '770000000000000000',
};

export const lendingRoutes: readonly Route<LendingContext>[] = [
  jsonRoute({
    path: '/lending/position',
    aliases: ['/morpho-position'],
    tag,
    summary: 'Collateral, debt and health of a wallet in one lending market',
    description:
      'The position in the market of `itp_id`, else in the market that the data node selects. For a wallet without a position all amounts are zero; for the zero address only the market is valid.',
    query: z.object({ ...accountQueryParams, itp_id: itpIdParameterSchema.optional() }),
    response: lendingPositionResponseSchema,
    example: {
      collateral: '1000000000000000000000',
      borrow_shares: '5000000000000000000000',
      debt_amount: '5000000000000000000000',
      oracle_price: '10250000000000000000000000000000000000',
      max_borrow: '2892500000000000000000',
      max_withdraw: '366487171365220145708',
      health_factor: '1.57',
      market: exampleMarket,
    },
    policy: 'lending',
    errors: {
      ...malformedIds,
      404: {
        when: 'no market lends against the DTF',
        message: 'no lending market for this DTF',
      },
      ...dataNodeUnavailableRouteError,
    },
    handle: (input, context: LendingContext) =>
      context.loaders.lending.position(getAccountAddress(input), input.itp_id),
  }),
  jsonRoute({
    path: '/lending/history',
    aliases: ['/morpho-history'],
    tag,
    summary: 'Deposits, withdrawals, loans and repayments of a wallet, newest first',
    description: 'A liquidation is a repayment and a withdrawal in one transaction.',
    query: z.object(accountQueryParams),
    response: z.array(lendingEventResponseSchema),
    example: [
      {
        event_type: 'deposit',
        amount: '1000.0',
        token: 'TOP10',
        tx_hash: `0x${'cd'.repeat(32)}`,
        block_number: 1200,
        timestamp: 1767225600,
        itp_id: itpId,
      },
    ],
    csv: (events) => events,
    policy: 'lending',
    errors: { ...malformed, ...dataNodeUnavailableRouteError },
    handle: async (input, context: LendingContext) => [
      ...(await context.loaders.lending.history(getAccountAddress(input))),
    ],
  }),
  jsonRoute({
    path: '/lending/markets',
    tag,
    summary: 'Every lending market with its totals',
    description:
      'Total supply and debt of each market, with the price of the collateral and the loan-to-value ratio at which a position can be liquidated.',
    response: z.array(lendingMarketResponseSchema),
    example: [exampleMarket],
    csv: (markets) => markets,
    policy: 'lending',
    errors: dataNodeUnavailableRouteError,
    handle: async (_input, context: LendingContext) => [
      ...(await context.loaders.lending.markets()),
    ],
  }),
  jsonRoute({
    path: '/user-state',
    tag,
    summary: 'Balances and allowances of a wallet, of USDC and of one DTF’s shares',
    description: 'For the DTF `itp_id`, else for the DTF that the data node selects.',
    query: z.object({ ...accountQueryParams, itp_id: itpIdParameterSchema.optional() }),
    response: lendingWalletBalancesResponseSchema,
    example: {
      usdc_balance: '250000000000000000000',
      usdc_allowance_custody: '0',
      usdc_allowance_morpho: '0',
      bridged_itp_address: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
      bridged_itp_balance: '12000000000000000000',
      bridged_itp_allowance_custody: '0',
      bridged_itp_allowance_morpho: '0',
      bridged_itp_name: 'Ten Largest',
      bridged_itp_symbol: 'TOP10',
      bridged_itp_total_supply: '100000000000000000000000',
    },
    policy: 'wallet',
    errors: {
      ...malformedIds,
      404: { when: 'the DTF does not exist', message: `no DTF with id 0x${'9'.repeat(64)}` },
      ...dataNodeUnavailableRouteError,
    },
    handle: (input, context: LendingContext) =>
      context.loaders.lending.wallet(getAccountAddress(input), input.itp_id),
  }),
  jsonRoute({
    path: '/vault-balances',
    tag,
    summary: 'Assets that back the shares of all DTFs, by value descending',
    description:
      'Units and value of each asset that the index contract holds for all DTFs together.',
    response: vaultBalancesResponseSchema,
    example: {
      assets: [
        {
          address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
          symbol: 'BTC',
          balance: '9100000000000000000',
          price: 67250.5,
          usd_value: 611979.55,
        },
      ],
      total_usd: 611979.55,
      token_count: 1,
    },
    csv: ({ assets }) => assets,
    policy: 'lending',
    errors: dataNodeUnavailableRouteError,
    handle: (_input, context: LendingContext) => context.loaders.lending.vault(),
  }),
];
