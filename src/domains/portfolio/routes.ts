import { z } from 'zod';
import { addressSchemaFormat } from '../../http/openapi-formats.ts';
import { jsonRoute, type Route } from '../../http/route.ts';
import { createParsedTextSchema } from '../../lib/parse.ts';
import { parseAddress } from '../../lib/units.ts';
import { dataNodeUnavailableRouteError } from '../domain-module.ts';
import { exampleWallet } from '../example-wallet.ts';
import type { PortfolioContext } from './loaders.ts';
import {
  portfolioPointResponseSchema,
  portfolioResponseSchema,
  walletTradeResponseSchema,
} from './schema.ts';

const exampleId = `0x${'0'.repeat(63)}1`;

const addressRule = 'address must be 0x followed by 40 hex digits';
const query = z.object({
  address: createParsedTextSchema(addressRule, parseAddress).meta({
    description: 'Wallet address, any case',
    example: exampleWallet,
    ...addressSchemaFormat,
  }),
});

const tag = 'portfolio';
const errors = {
  400: { when: 'address is missing or malformed', message: addressRule },
  ...dataNodeUnavailableRouteError,
};

export const portfolioRoutes: readonly Route<PortfolioContext>[] = [
  jsonRoute({
    path: '/portfolio',
    tag,
    summary: 'Positions of a wallet, with its profit or loss',
    description:
      'The DTF shares of a wallet at their current value, with their cost and unrealized profit or loss. A wallet that holds nothing has an empty list of positions.',
    query,
    response: portfolioResponseSchema,
    example: {
      address: exampleWallet,
      total_value_usd: 1025,
      total_pnl_usd: 25,
      total_pnl_pct: 2.5,
      positions: [
        {
          itp_id: exampleId,
          name: 'Ten Largest',
          symbol: 'TOP10',
          shares: '100000000000000000000',
          nav_per_share: 10.25,
          value_usd: 1025,
          cost_basis_usd: 1000,
          pnl_usd: 25,
          pnl_pct: 2.5,
        },
      ],
    },
    csv: ({ positions }) => positions,
    policy: 'portfolio',
    errors,
    handle: (input, context: PortfolioContext) =>
      context.loaders.portfolio.portfolio(input.address),
  }),
  jsonRoute({
    path: '/portfolio/history',
    tag,
    summary: 'Value of a wallet over time, ascending',
    description:
      'The total value of the wallet at each time that the data node has recorded, in USD.',
    query,
    response: z.array(portfolioPointResponseSchema),
    example: [{ timestamp: 1767225600, value_usd: 1025 }],
    csv: (points) => points,
    policy: 'portfolioHistory',
    errors,
    handle: async (input, context: PortfolioContext) => [
      ...(await context.loaders.portfolio.history(input.address)),
    ],
  }),
  jsonRoute({
    path: '/portfolio/trades',
    tag,
    summary: 'Purchases and sales of a wallet, newest first',
    description:
      'Every purchase and sale of DTF shares by the wallet, with its transaction, price and fee.',
    query,
    response: z.array(walletTradeResponseSchema),
    example: [
      {
        tx_hash: `0x${'ab'.repeat(32)}`,
        timestamp: 1767225600,
        type: 'buy',
        itp_id: exampleId,
        itp_symbol: 'TOP10',
        shares: '100000000000000000000',
        price_per_share: 10,
        total_usd: 1000,
        fee_usd: 1,
      },
    ],
    csv: (trades) => trades,
    policy: 'portfolio',
    errors,
    handle: async (input, context: PortfolioContext) => [
      ...(await context.loaders.portfolio.trades(input.address)),
    ],
  }),
];
