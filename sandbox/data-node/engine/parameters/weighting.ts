import { InvalidRunError } from './invalid-run-error.ts';

/** A family of weighting schemes (docs/backtest-engine.md §4 and §5). */
export type SchemeKind =
  | 'equal'
  | 'mcap'
  | 'mcap_cap'
  | 'sqrt_mcap'
  | 'momentum'
  | 'invvol'
  | 'dual_mom'
  | 'risk_parity'
  | 'min_var'
  | 'multi_factor'
  | 'low_vol'
  | 'tvl'
  | 'tvl_cap'
  | 'tvl_sqrt'
  | 'fees_w'
  | 'revenue_w'
  | 'volume_w'
  | 'tvl_mom'
  | 'fee_eff'
  | 'yield_w';

export type Weighting = {
  readonly kind: SchemeKind;
  /** Weight limit in percent or look-back in days; 0 for schemes without a number. */
  readonly value: number;
  /** Canonical name, e.g. `mcap_cap10`. */
  readonly name: string;
};

type WeightingFamily = {
  readonly kind: SchemeKind;
  /** Accepted names without the number; the first is the canonical one. */
  readonly prefixes: readonly string[];
  /** Minimum and maximum of the number; absent for schemes without a number. */
  readonly range?: readonly [number, number];
  /** The number that a sweep uses. */
  readonly sweepValue?: number;
  readonly defi?: true;
};

const cap = [1, 100] as const;
/** A standard deviation needs two returns. */
const lookback = [2, 730] as const;
/**
 * With two returns the centred returns are equal but for the sign, so that the estimated noise
 * would be zero.
 */
const covariance = [3, 730] as const;

const families: readonly WeightingFamily[] = [
  { kind: 'equal', prefixes: ['equal'] },
  { kind: 'mcap', prefixes: ['mcap'] },
  { kind: 'mcap_cap', prefixes: ['mcap_cap', 'capped_mcap_'], range: cap, sweepValue: 10 },
  { kind: 'sqrt_mcap', prefixes: ['sqrt_mcap'] },
  { kind: 'momentum', prefixes: ['momentum_'], range: lookback, sweepValue: 90 },
  { kind: 'invvol', prefixes: ['invvol_'], range: lookback, sweepValue: 60 },
  { kind: 'dual_mom', prefixes: ['dual_mom_'], range: lookback, sweepValue: 180 },
  { kind: 'risk_parity', prefixes: ['risk_parity_'], range: covariance, sweepValue: 60 },
  { kind: 'min_var', prefixes: ['min_var_'], range: covariance, sweepValue: 60 },
  { kind: 'multi_factor', prefixes: ['multi_factor_'], range: lookback, sweepValue: 90 },
  { kind: 'low_vol', prefixes: ['low_vol_'], range: lookback, sweepValue: 60 },
  { kind: 'tvl', prefixes: ['tvl'], defi: true },
  { kind: 'tvl_cap', prefixes: ['tvl_cap', 'tvl_capped_'], range: cap, sweepValue: 10, defi: true },
  { kind: 'tvl_sqrt', prefixes: ['tvl_sqrt'], defi: true },
  { kind: 'fees_w', prefixes: ['fees_w', 'fees'], defi: true },
  { kind: 'revenue_w', prefixes: ['revenue_w', 'revenue'], defi: true },
  { kind: 'volume_w', prefixes: ['volume_w', 'volume'], defi: true },
  {
    kind: 'tvl_mom',
    prefixes: ['tvl_mom_', 'tvl_momentum_'],
    range: lookback,
    sweepValue: 60,
    defi: true,
  },
  { kind: 'fee_eff', prefixes: ['fee_eff', 'fee_efficiency'], defi: true },
  { kind: 'yield_w', prefixes: ['yield_w', 'yield'], defi: true },
];

const familyByPrefix = new Map(
  families.flatMap((family) => family.prefixes.map((spelling) => [spelling, family] as const)),
);

const defiKinds = new Set(families.filter(({ defi }) => defi).map(({ kind }) => kind));

/** Whether a category is a DeFi sector (`dl-…`), whose members have protocol metrics. */
export function isDefiCategory(categoryId: string): boolean {
  return categoryId.startsWith('dl-');
}

/** Whether a scheme weighs by protocol metrics. */
export function isDefiScheme(kind: SchemeKind): boolean {
  return defiKinds.has(kind);
}

/**
 * Parses a weighting by any of its names, in any case.
 *
 * @throws {InvalidRunError} 400 the name is unknown (the message lists the valid ones), or the
 * number is out of range.
 * @example parseWeighting('Capped_MCAP_10').name // 'mcap_cap10'
 */
export function parseWeighting(text: string): Weighting {
  const parts = /^([a-z_]{1,30}?)(\d{1,6})?$/.exec(text.toLowerCase());
  const family = parts === null ? undefined : familyByPrefix.get(parts[1] as string);
  const digits = parts?.[2];
  if (family === undefined || (family.range === undefined) !== (digits === undefined)) {
    throw new InvalidRunError(400, `weighting must be one of ${listValidNames()}`);
  }
  if (family.range === undefined) return createWeighting(family, 0);
  const value = Number(digits);
  const [least, greatest] = family.range;
  if (value < least || value > greatest) {
    throw new InvalidRunError(
      400,
      `weighting ${family.prefixes[0]}{N} needs a whole number from ${least} to ${greatest}`,
    );
  }
  return createWeighting(family, value);
}

/** Returns the canonical names of the weightings of a sweep: 11, and 9 more for a DeFi category. */
export function listSweepWeightings(categoryId: string): readonly string[] {
  const defi = isDefiCategory(categoryId);
  return families
    .filter((family) => defi || !family.defi)
    .map((family) => createWeighting(family, family.sweepValue ?? 0).name);
}

function createWeighting(family: WeightingFamily, value: number): Weighting {
  const stem = family.prefixes[0] as string;
  return { kind: family.kind, value, name: family.range === undefined ? stem : `${stem}${value}` };
}

function listValidNames(): string {
  const names = families.map(({ prefixes, range }) => {
    if (range === undefined) return prefixes[0];
    return `${prefixes[0]}${range === cap ? '{P}' : '{L}'}`;
  });
  return `${names.join(', ')} (P: cap in percent, 1 to 100; L: look-back in days, 2 to 730)`;
}
