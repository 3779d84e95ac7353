import { InvalidRunError } from './run-error.ts';

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
  /** Cap in percent or look-back in days; 0 for schemes without a number. */
  readonly value: number;
  /** canonical name, e.g. `mcap_cap10`. */
  readonly name: string;
};

type Family = {
  readonly kind: SchemeKind;
  /** The accepted names before the number; the first is the canonical one. */
  readonly spellings: readonly string[];
  /** Least and greatest number; absent for schemes without one. */
  readonly range?: readonly [number, number];
  /** The number a sweep uses. */
  readonly usual?: number;
  readonly defi?: true;
};

const cap = [1, 100] as const;
/** A standard deviation needs two returns. */
const lookback = [2, 730] as const;
/** Two centred returns are each other's mirror image, so that they show no noise. */
const covariance = [3, 730] as const;

const families: readonly Family[] = [
  { kind: 'equal', spellings: ['equal'] },
  { kind: 'mcap', spellings: ['mcap'] },
  { kind: 'mcap_cap', spellings: ['mcap_cap', 'capped_mcap_'], range: cap, usual: 10 },
  { kind: 'sqrt_mcap', spellings: ['sqrt_mcap'] },
  { kind: 'momentum', spellings: ['momentum_'], range: lookback, usual: 90 },
  { kind: 'invvol', spellings: ['invvol_'], range: lookback, usual: 60 },
  { kind: 'dual_mom', spellings: ['dual_mom_'], range: lookback, usual: 180 },
  { kind: 'risk_parity', spellings: ['risk_parity_'], range: covariance, usual: 60 },
  { kind: 'min_var', spellings: ['min_var_'], range: covariance, usual: 60 },
  { kind: 'multi_factor', spellings: ['multi_factor_'], range: lookback, usual: 90 },
  { kind: 'low_vol', spellings: ['low_vol_'], range: lookback, usual: 60 },
  { kind: 'tvl', spellings: ['tvl'], defi: true },
  { kind: 'tvl_cap', spellings: ['tvl_cap', 'tvl_capped_'], range: cap, usual: 10, defi: true },
  { kind: 'tvl_sqrt', spellings: ['tvl_sqrt'], defi: true },
  { kind: 'fees_w', spellings: ['fees_w', 'fees'], defi: true },
  { kind: 'revenue_w', spellings: ['revenue_w', 'revenue'], defi: true },
  { kind: 'volume_w', spellings: ['volume_w', 'volume'], defi: true },
  {
    kind: 'tvl_mom',
    spellings: ['tvl_mom_', 'tvl_momentum_'],
    range: lookback,
    usual: 60,
    defi: true,
  },
  { kind: 'fee_eff', spellings: ['fee_eff', 'fee_efficiency'], defi: true },
  { kind: 'yield_w', spellings: ['yield_w', 'yield'], defi: true },
];

const bySpelling = new Map(
  families.flatMap((family) => family.spellings.map((spelling) => [spelling, family] as const)),
);

const defiKinds = new Set(families.filter(({ defi }) => defi).map(({ kind }) => kind));

/** Whether categories of DeFi sectors (`dl-…`) are meant, whose members have protocol metrics. */
export function isDefiCategory(categoryId: string): boolean {
  return categoryId.startsWith('dl-');
}

/** Whether a scheme weighs by protocol metrics. */
export function isDefiScheme(kind: SchemeKind): boolean {
  return defiKinds.has(kind);
}

/**
 * Reads a weighting by any of its names, in any case.
 *
 * @throws {InvalidRunError} 400 unknown name (the message lists the valid ones), number out of range.
 * @example parseWeighting('Capped_MCAP_10').name // 'mcap_cap10'
 */
export function parseWeighting(text: string): Weighting {
  const parts = /^([a-z_]{1,30}?)(\d{1,6})?$/.exec(text.toLowerCase());
  const family = parts === null ? undefined : bySpelling.get(parts[1] as string);
  const digits = parts?.[2];
  if (family === undefined || (family.range === undefined) !== (digits === undefined)) {
    throw new InvalidRunError(400, `weighting must be one of ${validNames()}`);
  }
  if (family.range === undefined) return named(family, 0);
  const value = Number(digits);
  const [least, greatest] = family.range;
  if (value < least || value > greatest) {
    throw new InvalidRunError(
      400,
      `weighting ${family.spellings[0]}{N} needs a whole number from ${least} to ${greatest}`,
    );
  }
  return named(family, value);
}

/** The schemes a weighting sweep tries: 11, and 9 more for a DeFi category; canonical names. */
export function weightingsOfCategory(categoryId: string): readonly string[] {
  const defi = isDefiCategory(categoryId);
  return families
    .filter((family) => defi || !family.defi)
    .map((family) => named(family, family.usual ?? 0).name);
}

function named(family: Family, value: number): Weighting {
  const stem = family.spellings[0] as string;
  return { kind: family.kind, value, name: family.range === undefined ? stem : `${stem}${value}` };
}

function validNames(): string {
  const names = families.map(({ spellings, range }) => {
    if (range === undefined) return spellings[0];
    return `${spellings[0]}${range === cap ? '{P}' : '{L}'}`;
  });
  return `${names.join(', ')} (P: cap in percent, 1 to 100; L: look-back in days, 2 to 730)`;
}
