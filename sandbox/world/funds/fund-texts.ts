/** What the creator of a fund says of it on the chain; a text that is empty is not set. */
export type FundTexts = {
  readonly description: string;
  readonly websiteUrl: string;
  readonly videoUrl: string;
  readonly imageUrl: string;
};

/** Each text has an address below `funds.example`, which nobody can register (RFC 2606). */
const site = 'https://funds.example';

const held =
  'The basket was weighed once, on the day of its creation, and is held since: no rebalancing, and no trading costs after the launch.';

type Row = readonly [
  description: string,
  extras?: { readonly video?: true; readonly site?: false },
];

const rows: Readonly<Record<string, Row>> = {
  TOP10: [
    `The ten largest coins by market cap, with no coin above 30 % at the launch. ${held} Meant as the plain answer to “I want some crypto”: few coins, large ones, and no opinion on which of them will win.`,
    { video: true },
  ],
  EVEN20: [
    `Twenty of the largest coins, 5 % each at the launch. ${held} Winners grow and losers shrink, so that the weights of today say how each coin did.`,
    { video: true },
  ],
  BIG5: [
    `Five coins, weighed by the square root of their market cap: the largest leads without deciding everything. ${held}`,
    { video: true },
  ],
  LAYER: [
    'Eight chains that settle their own transactions, weighed by market cap up to 30 % each. Expect it to move with the whole market, and somewhat more than it.',
    { video: true },
  ],
  ROOT30: [
    `Thirty coins by the square root of their market cap. The root halves the lead of the giants, which brings smaller coins into the result. ${held}`,
  ],
  DEFI10: [
    'Ten protocols for trading, lending and saving without a bank, 10 % each at the launch. Their tokens earn or vote on fees; what the protocols hold for others is shown below, under the projects.',
    { video: true },
  ],
  EXCH: [
    'Tokens of exchanges: discounts on fees and, for some, a share of them. Six holdings of equal weight at the launch, so one bad exchange costs about a sixth.',
  ],
  PLAY: [
    'Games and virtual worlds, eight of them, by market cap. A small and restless corner of the market: drawdowns of more than half are normal here.',
    { site: false },
  ],
  WIDE50: [
    `Fifty coins by the square root of their market cap, the widest basket of its year. ${held}`,
    { video: true },
  ],
  SWAP: ['Exchanges that are contracts: eight tokens of automated market makers, by market cap.'],
  LEND: [
    'Markets in which coins are lent against coins. Eight protocols of equal weight at the launch. The figures of their total value locked are below, under the projects.',
  ],
  MINDS: [
    'Networks that rent out computers, storage and models. Ten holdings of equal weight at the launch; most of them are younger than the fund’s idea.',
    { video: true },
  ],
  JEST: ['No fundamentals, twelve coins. Do not put in what you cannot lose.', { site: false }],
  ROLL: [
    'Ten networks that settle on another chain and post proofs or data to it, by market cap up to 30 % each.',
  ],
  STAKE: [
    'Protocols that stake coins for their users and give out a token for the stake, by the square root of their market cap.',
  ],
  ALL100: [
    `The hundred largest coins by market cap, none above 30 % at the launch: as close to the whole market as one basket can hold. ${held} The long tail is there for completeness; the ten largest decide the result.`,
    { video: true },
  ],
  YIELD: [
    'Ten protocols that move deposits to where they earn most, of equal weight at the launch.',
    { site: false },
  ],
  DEFI25: [
    `Twenty-five protocols of decentralised finance by market cap, none above 30 % at the launch. ${held}`,
  ],
};

/** Returns what the creator says of the fund with this ticker; null for a fund without texts. */
export function findFundTexts(symbol: string): FundTexts | null {
  const row = rows[symbol];
  if (row === undefined) return null;
  const [description, { video, site: hasSite = true } = {}] = row;
  const path = symbol.toLowerCase();
  return {
    description,
    websiteUrl: hasSite ? `${site}/${path}` : '',
    videoUrl: video ? `${site}/${path}/film` : '',
    imageUrl: hasSite ? `${site}/${path}/cover.png` : '',
  };
}
