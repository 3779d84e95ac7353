/** What a page shows before its code and its data have loaded. */
export type PageHead = {
  readonly title: string;
  readonly lede: string;
  /** False for pages that show no data of the API. */
  readonly hasQuery?: boolean;
};

/** The heads of all pages, by the name of the page's folder. */
export const pageHeads = {
  home: {
    title: 'Funds',
    lede: 'Baskets of tokens that trade as one share. Their net asset value is computed from the chain and moves while you watch.',
  },
  dtf: {
    title: 'Fund',
    lede: 'A basket of tokens that trades as one share: what it is worth, what it holds, and where its net asset value comes from.',
  },
  factsheet: {
    title: 'Factsheet',
    lede: 'What a fund earned and how risky it was, next to Bitcoin and others, and how concentrated it is.',
  },
  compare: {
    title: 'Compare',
    lede: 'Two to ten funds, coins and backtests from a common start: growth, drawdown, figures and how they move together.',
  },
  backtest: {
    title: 'Backtest',
    lede: 'Build a strategy, and see what it would have done since 2020 with fees, slippage and delisted coins. Prices in the sandbox are synthetic.',
  },
  report: {
    title: 'Report',
    lede: 'All figures of one backtest with their definitions: return, risk, months, drawdowns and holdings, next to Bitcoin, Ether and others. It prints on two sheets of A4.',
  },
  markets: {
    title: 'Markets',
    lede: 'Predict many markets at once, up or down. Predictions stay sealed until the tick is over; three oracles settle each tick together.',
  },
  batch: {
    title: 'Batch',
    lede: 'Say up or down for every market of this batch. Predictions stay sealed until the tick is over; then the oracles settle it.',
  },
  wallets: {
    title: 'Portfolio',
    lede: 'What a wallet is worth: its fund shares, loans and batch deposits, with its trades and returns.',
  },
  portfolio: {
    title: 'Portfolio',
    lede: 'What a wallet holds and how it came by it, what it owes, and which batches it has played.',
  },
  analysis: {
    title: 'Returns and risk',
    lede: 'What a wallet earned without the effect of purchases and sales, what it is exposed to, and its lots with their cost.',
  },
  player: {
    title: 'Player',
    lede: 'How a wallet plays the prediction market, from its revealed ticks: what it earned on its stakes, where it is right, and whether that is more than chance.',
  },
  lending: {
    title: 'Lending',
    lede: 'Borrow USDC against shares of a fund: what can be borrowed, what it costs, and how far a loan is from its liquidation.',
  },
  sources: {
    title: 'Sources',
    lede: 'Everything that the prediction market can ask about: where the values come from, how fresh they are, and how they have moved.',
  },
  status: {
    title: 'Status',
    lede: 'Whether the oracles agree and how fast, and whether this gateway reaches the services it reads from.',
  },
  guides: {
    title: 'Guides',
    lede: 'From the first request to running a gateway: how to use the APIs, what the terms mean, and how it works.',
    hasQuery: false,
  },
  guide: {
    title: 'Guide',
    lede: 'From the first request to running a gateway: how to use the APIs, what the terms mean, and how it works.',
    hasQuery: false,
  },
} as const satisfies Readonly<Record<string, PageHead>>;

/** The name of a page's folder. */
export type PageName = keyof typeof pageHeads;
