import type { FundingRound } from '../../world/market-history.ts';

/** A funding round whose texts are normalised for comparison. */
export type NormalizedRound = {
  /** Day number t; may be negative. */
  readonly day: number;
  readonly type: string;
  /** Million USD; 0 if unknown. */
  readonly amountM: number;
  /** Million USD; NaN if unknown. */
  readonly valuationM: number;
  readonly investors: readonly string[];
};

/** The rounds of each asset (by column number), ascending by day. */
export type RoundsByAsset = readonly (readonly NormalizedRound[])[];

/** Returns a round type in lower case, with `_` in place of everything but letters and digits. */
export function normalizeRoundType(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/** Returns an investor's name trimmed and in lower case. */
export function normalizeInvestorName(text: string): string {
  return text.trim().toLowerCase();
}

/** Groups rounds by asset, ascending by day; rounds of one day keep their order. */
export function groupRoundsByAsset(
  rounds: readonly FundingRound[],
  assetCount: number,
): RoundsByAsset {
  const groups: NormalizedRound[][] = Array.from({ length: assetCount }, () => []);
  for (const round of rounds) {
    groups[round.asset]?.push({
      day: round.day,
      type: normalizeRoundType(round.type),
      amountM: Number.isFinite(round.amountM) ? round.amountM : 0,
      valuationM: round.valuationM,
      investors: round.investors.map(normalizeInvestorName),
    });
  }
  for (const group of groups) group.sort((a, b) => a.day - b.day);
  return groups;
}
