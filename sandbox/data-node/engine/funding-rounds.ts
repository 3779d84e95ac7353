import type { FundingRound } from '../../world/market-history.ts';

/** A funding round with its words normalised for comparison. */
export type NormalizedRound = {
  /** Day number t; may be negative. */
  readonly day: number;
  readonly type: string;
  /** Millions USD; 0 when unknown. */
  readonly amountM: number;
  /** Millions USD; NaN when unknown. */
  readonly valuationM: number;
  readonly investors: readonly string[];
};

/** The rounds of each asset (by column number), ascending by day. */
export type RoundsByAsset = readonly (readonly NormalizedRound[])[];

/** Formats a round type for comparison: lower case, everything but letters and digits becomes `_`. */
export function normalizeRoundType(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/** Formats an investor's name for comparison: trimmed, lower case. */
export function normalizeInvestorName(text: string): string {
  return text.trim().toLowerCase();
}

/** Sorts rounds to their assets; rounds of one day keep their order. */
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
