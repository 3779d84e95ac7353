/** Meanings of the number in a weighting's name, with their ranges. */
const numbers = {
  cap: { name: 'P', unit: 'percent', min: 1, max: 100 },
  lookback: { name: 'L', unit: 'days', min: 2, max: 730 },
  /** A covariance needs three returns. */
  covariance: { name: 'L', unit: 'days', min: 3, max: 730 },
} as const;

type Scheme = {
  /** Canonical name without the number. */
  readonly stem: string;
  readonly label: string;
  readonly description: string;
  /** Names that clients use instead of `stem`. */
  readonly aliases?: readonly string[];
  /** Meaning of the number that follows `stem` in a name; undefined if there is none. */
  readonly number?: keyof typeof numbers;
  /** The number that sweeps use. */
  readonly usual?: number;
  /** Set for schemes that use protocol metrics, which need a `dl-` category. */
  readonly defi?: true;
};

const schemes: readonly Scheme[] = [
  { stem: 'equal', label: 'Equal', description: 'The same weight for every asset.' },
  { stem: 'mcap', label: 'Market cap', description: 'In proportion to market cap.' },
  {
    stem: 'mcap_cap',
    label: 'Market cap, capped',
    description:
      'In proportion to market cap, with no weight above the cap; the excess goes to the others.',
    aliases: ['capped_mcap_'],
    number: 'cap',
    usual: 10,
  },
  {
    stem: 'sqrt_mcap',
    label: 'Square root of market cap',
    description: 'In proportion to the square root of market cap.',
  },
  {
    stem: 'momentum_',
    label: 'Momentum',
    description: 'By a score of the return over the look-back.',
    number: 'lookback',
    usual: 90,
  },
  {
    stem: 'invvol_',
    label: 'Inverse volatility',
    description: 'In inverse proportion to the volatility over the look-back.',
    number: 'lookback',
    usual: 60,
  },
  {
    stem: 'dual_mom_',
    label: 'Dual momentum',
    description:
      'In proportion to positive returns over the look-back; all cash when the mean return is negative.',
    number: 'lookback',
    usual: 180,
  },
  {
    stem: 'risk_parity_',
    label: 'Risk parity',
    description: 'Every asset contributes the same risk, from covariances over the look-back.',
    number: 'covariance',
    usual: 60,
  },
  {
    stem: 'min_var_',
    label: 'Minimum variance',
    description:
      'The smallest variance without short positions, from covariances over the look-back.',
    number: 'covariance',
    usual: 60,
  },
  {
    stem: 'multi_factor_',
    label: 'Multi-factor',
    description: 'By the sum of the ranks of return, low volatility and market cap.',
    number: 'lookback',
    usual: 90,
  },
  {
    stem: 'low_vol_',
    label: 'Low volatility',
    description: 'Equal weights for the half of the assets with the lowest volatility.',
    number: 'lookback',
    usual: 60,
  },
  { stem: 'tvl', label: 'TVL', description: 'In proportion to total value locked.', defi: true },
  {
    stem: 'tvl_cap',
    label: 'TVL, capped',
    description: 'In proportion to total value locked, with no weight above the cap.',
    aliases: ['tvl_capped_'],
    number: 'cap',
    usual: 10,
    defi: true,
  },
  {
    stem: 'tvl_sqrt',
    label: 'Square root of TVL',
    description: 'In proportion to the square root of total value locked.',
    defi: true,
  },
  {
    stem: 'fees_w',
    label: 'Fees',
    description: 'In proportion to the fees of the last 7 days.',
    aliases: ['fees'],
    defi: true,
  },
  {
    stem: 'revenue_w',
    label: 'Revenue',
    description: 'In proportion to the revenue of the last 7 days.',
    aliases: ['revenue'],
    defi: true,
  },
  {
    stem: 'volume_w',
    label: 'Volume',
    description: 'In proportion to the trading volume of the last 7 days.',
    aliases: ['volume'],
    defi: true,
  },
  {
    stem: 'tvl_mom_',
    label: 'TVL momentum',
    description: 'In proportion to the growth of total value locked over the look-back.',
    aliases: ['tvl_momentum_'],
    number: 'lookback',
    usual: 60,
    defi: true,
  },
  {
    stem: 'fee_eff',
    label: 'Fee efficiency',
    description: 'In proportion to fees per total value locked.',
    aliases: ['fee_efficiency'],
    defi: true,
  },
  {
    stem: 'yield_w',
    label: 'Yield',
    description: 'In proportion to the highest yield of the protocol.',
    aliases: ['yield'],
    defi: true,
  },
];

/** Returns the canonical name with its number as a placeholder: `mcap_cap{P}`. */
const patternOf = ({ stem, number }: Scheme) =>
  number === undefined ? stem : `${stem}{${numbers[number].name}}`;

/** The weighting schemes as values of the GraphQL type `WeightingScheme`. */
const publicSchemes = schemes.map((scheme) => {
  const { label, description, number, usual, defi } = scheme;
  return {
    pattern: patternOf(scheme),
    label,
    description,
    parameter: number && usual ? { ...numbers[number], default: usual } : null,
    categories: defi ? (['DEFILLAMA'] as const) : (['COINGECKO', 'DEFILLAMA'] as const),
  };
});
const shownWithoutDefi = publicSchemes.filter((_shown, at) => !schemes[at]?.defi);

/** Returns whether weightings by protocol metrics can be used with a category. */
export const isDefiLlamaCategory = (slug: string): boolean => slug.startsWith('dl-');

/** Returns the weighting schemes that a category allows; all schemes if `slug` is null. */
export const listWeightingsForCategory = (slug: string | null): typeof publicSchemes =>
  slug === null || isDefiLlamaCategory(slug) ? publicSchemes : shownWithoutDefi;

const byStem = new Map(
  schemes.flatMap((scheme) =>
    [scheme.stem, ...(scheme.aliases ?? [])].map((stem) => [stem, scheme] as const),
  ),
);

/** The names of all weightings: `{P}` is a cap in percent, `{L}` a look-back in days. */
export const weightingNamesText = schemes.map(patternOf).join(', ');

/** Usual values of the placeholders `{P}` and `{L}`. */
const documentedNumbers = {
  P: [5, 10, 15, 20, 25, 30, 40, 50],
  L: [7, 14, 30, 60, 90, 120, 180, 365],
} as const;

/** Canonical names with the usual numbers, for the enum in the OpenAPI document. */
export const usualWeightingNames: readonly string[] = schemes.flatMap(({ stem, number }) =>
  number === undefined
    ? [stem]
    : documentedNumbers[numbers[number].name].map((value) => `${stem}${value}`),
);

/**
 * Parses a weighting by canonical name or alias, in any case; null for an unknown one.
 *
 * @example parseWeightingOrNull('Capped_MCAP_10') // { name: 'mcap_cap10', isDefi: false }
 */
export function parseWeightingOrNull(text: string) {
  const [, stem = '', digits] = /^([a-z_]{1,30}?)(\d{1,6})?$/.exec(text.trim().toLowerCase()) ?? [];
  const scheme = byStem.get(stem);
  if (!scheme || (scheme.number === undefined) !== (digits === undefined)) return null;
  const isDefi = scheme.defi === true;
  if (scheme.number === undefined) return { name: scheme.stem, isDefi };
  const value = Number(digits);
  const { min, max } = numbers[scheme.number];
  return value < min || value > max ? null : { name: `${scheme.stem}${value}`, isDefi };
}
