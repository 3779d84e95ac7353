/** What the figures of lending markets are. */
export const marketDefinitions = {
  price: 'What one share is worth to the market now, by its price oracle, USD.',
  supplied:
    'USDC that lenders have in the market, including the interest earned up to the market’s last use.',
  free: 'Supplied USDC that is not lent out: the most that all borrowers together can still borrow.',
  utilisation: 'Share of the supply that is lent out: 100 · borrowed / supplied, percent.',
  limit:
    'Ratio of debt to collateral value above which a loan can be liquidated; also the most that can be borrowed.',
} as const;
