import { InvalidInputError } from '../lib/errors.ts';

/** How many returns are in an interval; the upper end belongs to the last bin alone. */
export type ReturnBin = {
  readonly fromPct: number;
  readonly toPct: number;
  readonly count: number;
};

const maxBins = 500;

/**
 * Counts ascending returns in equal bins from the smallest to the largest; one bin when all are
 * equal, none without returns.
 *
 * @throws {InvalidInputError} `bins` is not from 1 to 500.
 */
export function distributionOf(sorted: readonly number[], bins: number): readonly ReturnBin[] {
  if (bins < 1 || bins > maxBins) {
    throw new InvalidInputError(`bins must be from 1 to ${maxBins}`);
  }
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined) return [];
  const count = least === most ? 1 : bins;
  const edges = Array.from({ length: count + 1 }, (_, at) =>
    at === count ? most : least + (at * (most - least)) / count,
  );
  let start = 0;
  return edges.slice(1).map((edge, at) => {
    let end = start;
    while (end < sorted.length && (at === count - 1 || (sorted[end] ?? 0) < edge)) end += 1;
    const bin = { fromPct: 100 * (edges[at] ?? 0), toPct: 100 * edge, count: end - start };
    start = end;
    return bin;
  });
}
