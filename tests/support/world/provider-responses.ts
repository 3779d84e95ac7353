import type { SuccessResponse } from '../faulty-upstream.ts';

/** The body of each path of the market-data provider. */
export const marketDataBodies: Readonly<Record<string, unknown>> = {
  '/simple/price': {
    bitcoin: { usd: 67_250.5, usd_market_cap: 1.3e12, usd_24h_change: 1.8 },
    ethereum: { usd: 3203.25, usd_market_cap: 3.8e11, usd_24h_change: -0.5 },
  },
  '/coins/markets': [
    { id: 'bitcoin', image: 'https://images.example/bitcoin.png' },
    { id: 'ethereum', image: 'https://images.example/ethereum.png' },
  ],
};

/** The body of each path of the DeFi-data provider. */
export const defiDataBodies: Readonly<Record<string, unknown>> = {
  '/protocols': [
    {
      name: 'Ether Staking',
      symbol: 'ETH',
      gecko_id: 'ethereum',
      tvl: 2.5e10,
      change_1d: 0.5,
      change_7d: 1.5,
    },
  ],
  '/raises': {
    raises: [
      {
        name: 'ETH',
        round: 'Seed',
        amount: 18.5,
        valuation: 80,
        leadInvestors: ['Elmfield Ventures'],
        date: 1_740_787_200,
        defillamaId: 'ethereum',
      },
    ],
  },
};

/** What a provider of the small world answers; 404 elsewhere. */
export function providerResponse(
  bodies: Readonly<Record<string, unknown>>,
  path: string,
): SuccessResponse {
  if (Object.hasOwn(bodies, path)) return { body: JSON.stringify(bodies[path]) };
  return { status: 404, body: JSON.stringify({ error: 'not found' }) };
}
