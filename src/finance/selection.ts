import { InvalidInputError } from '../lib/errors.ts';
import { alignDays, type DailySeries, dailyReturns } from './daily-series.ts';
import { probabilisticSharpe, sharpeRatio } from './risk-figures.ts';
import {
  correlation,
  daysPerYear,
  deviation,
  mean,
  normalQuantileOf,
  rankAscending,
  ratio,
  sharpePerDay,
} from './statistics.ts';

/** A variant before and after the split. */
export type SelectionVariant = {
  readonly inSampleSharpe: number | null;
  readonly outOfSampleSharpe: number | null;
  readonly inSampleReturnPct: number | null;
  readonly outOfSampleReturnPct: number | null;
  /** 1 is the best; null without a Sharpe ratio. */
  readonly inSampleRank: number | null;
  readonly outOfSampleRank: number | null;
};

/** What the choice of the best variant is worth. */
export type Selection = {
  readonly split: number;
  /** In the order of the series. */
  readonly variants: readonly SelectionVariant[];
  readonly rankCorrelation: number | null;
  /** Rank out of sample of the variant that was best in sample. */
  readonly winnerRank: number | null;
  readonly deflatedSharpe: number | null;
  readonly probabilityOfOverfitting: number | null;
  /** Daily returns that all variants have. */
  readonly commonDays: number;
  /** Annualised Sharpe ratio that the best of as many variants without skill is expected to have. */
  readonly expectedBestSharpe: number | null;
};

const minVariants = 3;
const minCommonDays = 60;
const eulerGamma = 0.5772156649015329;

/**
 * Judges the choice of the best variant by Sharpe ratio; may be interrupted at every `yield`.
 *
 * @param split - Share of the common daily returns that are in sample.
 * @throws {InvalidInputError} `split` is not above 0 and below 1.
 */
export function* judgeSelection(
  all: readonly DailySeries[],
  split: number,
): Generator<undefined, Selection> {
  if (!(split > 0 && split < 1)) throw new InvalidInputError('split must be above 0 and below 1');
  yield;
  const series = alignDays(all);
  yield;
  const returns = series.map(dailyReturns);
  yield;
  const commonDays = returns[0]?.length ?? 0;
  const cut = Math.floor(split * commonDays);
  const inSample = returns.map((own) => sharpeRatio(own.slice(0, cut)));
  const outOfSample = returns.map((own) => sharpeRatio(own.slice(cut)));
  yield;
  const [inRanks, outRanks] = [rankDescending(inSample), rankDescending(outOfSample)];
  const variants = series.map(({ values }, at) => ({
    inSampleSharpe: inSample[at] ?? null,
    outOfSampleSharpe: outOfSample[at] ?? null,
    inSampleReturnPct: growthPct(values.slice(0, cut + 1)),
    outOfSampleReturnPct: growthPct(values.slice(cut)),
    inSampleRank: inRanks[at] ?? null,
    outOfSampleRank: outRanks[at] ?? null,
  }));
  const isEnough = series.length >= minVariants && commonDays >= minCommonDays;
  const winner = inRanks.indexOf(1);
  const expectedBest = isEnough ? expectedBestSharpe(returns) : null;
  return {
    split,
    variants,
    commonDays,
    rankCorrelation: isEnough ? rankCorrelation(inSample, outOfSample) : null,
    winnerRank: isEnough ? (outRanks[winner] ?? null) : null,
    deflatedSharpe: deflatedSharpe(returns[winner], expectedBest),
    expectedBestSharpe: expectedBest === null ? null : expectedBest * Math.sqrt(daysPerYear),
    probabilityOfOverfitting: isEnough ? yield* probabilityOfOverfitting(returns) : null,
  };
}

const growthPct = (values: readonly number[]): number | null =>
  values.length < 2 ? null : 100 * ((values.at(-1) ?? 0) / (values[0] ?? 0) - 1);

/** Ranks from 1 for the largest; equal values have the rank of the best of them. */
const rankDescending = (values: readonly (number | null)[]): readonly (number | null)[] =>
  values.map((value) =>
    value === null ? null : 1 + values.filter((other) => other !== null && other > value).length,
  );

/** Spearman's correlation of the pairs that have both. */
function rankCorrelation(left: readonly (number | null)[], right: readonly (number | null)[]) {
  const pairs = left.flatMap((one, at) => {
    const other = right[at] ?? null;
    return one === null || other === null ? [] : [[one, other] as const];
  });
  return correlation(
    rankAscending(pairs.map(([one]) => one)),
    rankAscending(pairs.map(([, other]) => other)),
  );
}

/**
 * Sharpe ratio per day that the best of N variants without skill is expected to have: √V·((1−γ)·Φ⁻¹(1
 * − 1/N) + γ·Φ⁻¹(1 − 1/(N·e))).
 */
function expectedBestSharpe(returns: readonly (readonly number[])[]): number | null {
  const sharpes = returns.map(sharpePerDay).filter((one) => one !== null);
  const spread = deviation(sharpes);
  if (spread === null) return null;
  const count = sharpes.length;
  return (
    spread *
    ((1 - eulerGamma) * normalQuantileOf(1 - 1 / count) +
      eulerGamma * normalQuantileOf(1 - 1 / (count * Math.E)))
  );
}

const deflatedSharpe = (winner: readonly number[] | undefined, expectedBest: number | null) =>
  winner === undefined || expectedBest === null ? null : probabilisticSharpe(winner, expectedBest);

const blocks = 10;

/** Which blocks are in sample: all choices of half of them. */
const halvings: readonly (readonly boolean[])[] = Array.from({ length: 2 ** blocks }, (_, bits) =>
  Array.from({ length: blocks }, (_bit, at) => ((bits >> at) & 1) === 1),
).filter((chosen) => chosen.filter(Boolean).length === blocks / 2);

type BlockMoments = { readonly mean: number; readonly squares: number };

/** Mean, and sum of the squared distances from it, of each block; the newest rest is left out. */
function blockMoments(returns: readonly number[]): readonly BlockMoments[] {
  const size = Math.floor(returns.length / blocks);
  return Array.from({ length: blocks }, (_, block) => {
    const own = returns.slice(block * size, (block + 1) * size);
    const average = mean(own) ?? 0;
    return { mean: average, squares: own.reduce((sum, one) => sum + (one - average) ** 2, 0) };
  });
}

/** Sharpe ratio per day of joined blocks of equal size; the lowest when it is undefined. */
function joinedSharpe(parts: readonly BlockMoments[], size: number): number {
  const average = parts.reduce((sum, part) => sum + part.mean, 0) / parts.length;
  const squares = parts.reduce(
    (sum, part) => sum + part.squares + size * (part.mean - average) ** 2,
    0,
  );
  const spread = Math.sqrt(squares / (parts.length * size - 1));
  return ratio(average, spread) ?? Number.NEGATIVE_INFINITY;
}

/**
 * Share of the halvings of ten blocks in which the winner of one half is in the worse half of the
 * variants on the other: logit of its relative rank at most 0 (combinatorially symmetric
 * cross-validation).
 */
function* probabilityOfOverfitting(
  returns: readonly (readonly number[])[],
): Generator<undefined, number | null> {
  const size = Math.floor((returns[0]?.length ?? 0) / blocks);
  const moments = returns.map(blockMoments);
  let overfitted = 0;
  for (const chosen of halvings) {
    yield;
    const train = moments.map((own) =>
      joinedSharpe(
        own.filter((_, at) => chosen[at]),
        size,
      ),
    );
    const test = moments.map((own) =>
      joinedSharpe(
        own.filter((_, at) => !chosen[at]),
        size,
      ),
    );
    const best = Math.max(...train);
    if (best === Number.NEGATIVE_INFINITY) return null;
    const winners = test[train.indexOf(best)] ?? Number.NEGATIVE_INFINITY;
    const below = test.filter((one) => one < winners).length;
    const equal = test.filter((one) => one === winners).length;
    const relative = (below + (equal + 1) / 2) / (test.length + 1);
    if (relative <= 0.5) overfitted += 1;
  }
  return overfitted / halvings.length;
}
