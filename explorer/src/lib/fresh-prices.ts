import { formatDay, formatPercent, roundingNoise } from './format.ts';

/** What the share of fresh prices is. */
export const freshPricesDefinition =
  'Weight of the assets whose price in the data node has changed within 24 hours; coins pegged to 1 USD count as well. The others keep their last price, and the NAV uses it.';

/** Shares of unchanged prices from which a fund is marked, percent of weight. */
const markedUnchangedPct = 10;

/** Whether so large a part of a fund stands still that its figures are marked. */
export const isMarked = (unchangedPct: number | null | undefined): unchangedPct is number =>
  unchangedPct != null && unchangedPct >= markedUnchangedPct;

/** Returns the weight of fresh prices, percent. */
export const toFreshShare = (unchangedPct: number | null | undefined): number | null =>
  unchangedPct == null ? null : 100 - unchangedPct;

/** Formats the weight of fresh prices; less than all is never shown as all: `99.99 %`. */
export function formatFreshShare(unchangedPct: number | null | undefined): string {
  const share = toFreshShare(unchangedPct);
  return formatPercent(share === null ? null : Math.floor(100 * share + roundingNoise) / 100);
}

/** What it means for the figures of a marked fund that a part of the basket does not move. */
const stillMeaning = `risk is understated, and NAV, return and collateral values rest on these prices (said from ${markedUnchangedPct} % on).`;

/** Says that of the figures of a marked fund. */
export const understatedNote = `Part of the basket does not move: ${stillMeaning}`;

/** Says since when the price of an asset stands still, in place of a change. */
export const formatUnchanged = (since: string): string => `unchanged since ${formatDay(since)}`;

/** Explains why the price of an asset has no change. */
export const explainUnchanged = (since: string): string =>
  `Last change of its price in the data node: ${formatDay(since)} (UTC). The basket values it at that price.`;
