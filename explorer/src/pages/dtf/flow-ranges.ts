const ranges = [
  ['D30', '30 days', 30],
  ['D90', '90 days', 90],
  ['Y1', '1 year', 365],
  ['MAX', 'All', Number.POSITIVE_INFINITY],
] as const;

/** A range of flows. */
export type FlowRange = (typeof ranges)[number][0];

/** Ranges that can be chosen, with their labels. */
export const flowRanges: readonly (readonly [FlowRange, string])[] = ranges.map(
  ([range, label]) => [range, label],
);

/** Returns the shortest range that has all of the newest flows, so that its chart is not empty. */
export function usualFlowRange(newest: readonly number[], now: number): FlowRange {
  const days = (now - Math.min(...newest)) / 86_400;
  return ranges.find(([, , covered]) => days < covered - 1)?.[0] ?? 'MAX';
}

/** Value of the shares minted and redeemed on a day, USD. */
export type Flow = {
  readonly date: string;
  readonly mintedUsd: number;
  readonly redeemedUsd: number;
  readonly netUsd: number;
};

/** Adds up the flows of each month, at its first day. */
export function toMonths(days: readonly Flow[]): readonly Flow[] {
  const months = new Map<string, Flow>();
  for (const { date, mintedUsd, redeemedUsd, netUsd } of days) {
    const month = `${date.slice(0, 7)}-01`;
    const known = months.get(month);
    months.set(month, {
      date: month,
      mintedUsd: mintedUsd + (known?.mintedUsd ?? 0),
      redeemedUsd: redeemedUsd + (known?.redeemedUsd ?? 0),
      netUsd: netUsd + (known?.netUsd ?? 0),
    });
  }
  return [...months.values()];
}
