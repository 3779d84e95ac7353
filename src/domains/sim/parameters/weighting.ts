/** A weighting scheme of the simulation engine. */
type Scheme = {
  /** Canonical name without the number. */
  readonly stem: string;
  /** Other names of the stem that clients use. */
  readonly aliases?: readonly string[];
  /** Meaning of the number after the stem; undefined for a scheme without a number. */
  readonly number?: 'cap' | 'lookback';
  /** Set for schemes that use protocol metrics, which need a `dl-` category. */
  readonly defi?: true;
};

const ranges = { cap: [1, 100], lookback: [2, 730] } as const;

const schemes: readonly Scheme[] = [
  { stem: 'equal' },
  { stem: 'mcap' },
  { stem: 'mcap_cap', aliases: ['capped_mcap_'], number: 'cap' },
  { stem: 'sqrt_mcap' },
  { stem: 'momentum_', number: 'lookback' },
  { stem: 'invvol_', number: 'lookback' },
  { stem: 'dual_mom_', number: 'lookback' },
  { stem: 'risk_parity_', number: 'lookback' },
  { stem: 'min_var_', number: 'lookback' },
  { stem: 'multi_factor_', number: 'lookback' },
  { stem: 'low_vol_', number: 'lookback' },
  { stem: 'tvl', defi: true },
  { stem: 'tvl_cap', aliases: ['tvl_capped_'], number: 'cap', defi: true },
  { stem: 'tvl_sqrt', defi: true },
  { stem: 'fees_w', aliases: ['fees'], defi: true },
  { stem: 'revenue_w', aliases: ['revenue'], defi: true },
  { stem: 'volume_w', aliases: ['volume'], defi: true },
  { stem: 'tvl_mom_', aliases: ['tvl_momentum_'], number: 'lookback', defi: true },
  { stem: 'fee_eff', aliases: ['fee_efficiency'], defi: true },
  { stem: 'yield_w', aliases: ['yield'], defi: true },
];

const byStem = new Map(
  schemes.flatMap((scheme) =>
    [scheme.stem, ...(scheme.aliases ?? [])].map((stem) => [stem, scheme] as const),
  ),
);

/** A weighting by its canonical name. */
export type Weighting = {
  /** E.g. `mcap_cap10`. */
  readonly name: string;
  readonly isDefi: boolean;
};

/** All weightings for messages: `{P}` is a cap in percent, `{L}` a look-back in days. */
export const weightingNames = schemes
  .map(({ stem, number }) => stem + (number === 'cap' ? '{P}' : number === 'lookback' ? '{L}' : ''))
  .join(', ');

/** The usual numbers of each kind. */
const usualNumbers = {
  cap: [5, 10, 15, 20, 25, 30, 40, 50],
  lookback: [7, 14, 30, 60, 90, 120, 180, 365],
} as const;

/** Canonical names with the usual numbers, for the enum in the OpenAPI document. */
export const documentedWeightings: readonly string[] = schemes.flatMap(({ stem, number }) =>
  number === undefined ? [stem] : usualNumbers[number].map((value) => `${stem}${value}`),
);

/**
 * Parses a weighting by its canonical name or an alias, in any case; null for an unknown weighting.
 *
 * @example parseWeighting('Capped_MCAP_10') // { name: 'mcap_cap10', isDefi: false }
 */
export function parseWeighting(text: string): Weighting | null {
  const [, stem = '', digits] = /^([a-z_]{1,30}?)(\d{1,6})?$/.exec(text.trim().toLowerCase()) ?? [];
  const scheme = byStem.get(stem);
  if (!scheme || (scheme.number === undefined) !== (digits === undefined)) return null;
  const isDefi = scheme.defi === true;
  if (scheme.number === undefined) return { name: scheme.stem, isDefi };
  const value = Number(digits);
  const [least, greatest] = ranges[scheme.number];
  return value < least || value > greatest ? null : { name: `${scheme.stem}${value}`, isDefi };
}
