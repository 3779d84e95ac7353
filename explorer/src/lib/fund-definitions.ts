/** What the figures of a fund are. */
export const fundDefinitions = {
  nav: 'Net asset value of one share, USD: the sum of quantity times price over its basket.',
  change24h:
    'The newest NAV against the one nearest to 24 hours before, percent: 100·(newest/earlier − 1).',
  aum: 'Assets under management: NAV per share times shares outstanding, USD.',
  shares: 'Number of shares held by wallets and contracts.',
  assets: 'Number of assets in the basket.',
} as const;

/** Returns what the return of a period is. */
export const returnDefinition = (when: string): string =>
  `Change of the NAV ${when}, percent, not annualised, from the daily value (UTC) at the start to the NAV of the last reading.`;
