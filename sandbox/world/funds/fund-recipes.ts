/**
 * How a fund of the sandbox is created. Recipes never depend on the length of the history. A basket
 * is weighed once, at the creation, and then held: names promise nothing about later weights.
 */
export type FundRecipe = {
  readonly name: string;
  readonly symbol: string;
  /** Day number t of the creation. */
  readonly day: number;
  /**
   * Category whose largest members form the basket; the whole market if the category has too few
   * members.
   */
  readonly category: string;
  /** Maximum number of assets in the basket. */
  readonly size: number;
  readonly weighting: 'equal' | 'capped' | 'sqrt';
  /** NAV at creation, whole USD. */
  readonly nav: number;
};

type Row = readonly [
  day: number,
  symbol: string,
  name: string,
  category: string,
  size: number,
  weighting: FundRecipe['weighting'],
  nav: number,
];

// The first funds are created soon after the start, so that a short history from DATA_DIR also has
// funds.
const rows: readonly Row[] = [
  [1, 'TOP10', 'Crypto Top 10 Buy and Hold', 'all', 10, 'capped', 10],
  [2, 'EVEN20', 'Twenty, Equal at Launch', 'all', 20, 'equal', 10],
  [4, 'BIG5', 'Big Five', 'all', 5, 'sqrt', 100],
  [7, 'LAYER', 'Layer 1 Leaders', 'layer-1', 8, 'capped', 25],
  [12, 'ROOT30', 'Broad Market 30', 'all', 30, 'sqrt', 50],
  [20, 'DEFI10', 'DeFi Blue Chips 10', 'defi', 10, 'equal', 5],
  [35, 'EXCH', 'Exchange Tokens', 'exchange', 6, 'equal', 20],
  [60, 'VEIL', 'Privacy Leaders', 'privacy', 5, 'equal', 1],
  [100, 'PLAY', 'Gaming and Metaverse', 'gaming', 8, 'capped', 2],
  [160, 'WIDE50', 'Broad Market 50', 'all', 50, 'sqrt', 100],
  [240, 'SWAP', 'DEX Index', 'dl-dexes', 8, 'capped', 10],
  [330, 'LEND', 'Lending Protocols', 'dl-lending', 8, 'equal', 10],
  [430, 'MINDS', 'AI and Compute', 'ai', 10, 'equal', 8],
  [540, 'JEST', 'Meme Index', 'meme', 12, 'sqrt', 1],
  [660, 'ROLL', 'Layer 2 Scaling', 'layer-2', 10, 'capped', 15],
  [820, 'STAKE', 'Liquid Staking Index', 'dl-liquid-staking', 10, 'sqrt', 30],
  [1000, 'FUTUR', 'On-chain Derivatives', 'dl-derivatives', 10, 'equal', 12],
  [1180, 'ALL100', 'Total Market 100', 'all', 100, 'capped', 100],
  [1400, 'YIELD', 'Yield Protocols', 'dl-yield', 10, 'equal', 10],
  [1620, 'SPAN', 'Bridges and Interoperability', 'dl-bridge', 8, 'sqrt', 4],
  [1850, 'EVEN75', 'Seventy-Five, Equal at Launch', 'all', 75, 'equal', 50],
  [2080, 'DEFI25', 'DeFi 25 Buy and Hold', 'defi', 25, 'capped', 10],
];

/** Every fund of the sandbox, in the order of creation. */
export const fundRecipes: readonly FundRecipe[] = rows.map(
  ([day, symbol, name, category, size, weighting, nav]) => ({
    day,
    symbol,
    name,
    category,
    size,
    weighting,
    nav,
  }),
);
