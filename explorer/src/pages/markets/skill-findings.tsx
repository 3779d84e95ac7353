import type { ReactNode } from 'react';
import { formatCount, formatFraction, formatNumber, formatProbability } from '../../lib/format.ts';
import { chanceOfAtLeast, compareWithChance, wilsonInterval } from '../../lib/significance.ts';
import { sum } from '../../lib/sum.ts';
import { Hint } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';

type Ticks = readonly {
  readonly hits: number;
  readonly decided: number;
  readonly profit: string;
  readonly isForfeit: boolean;
}[];

const definitions = {
  interval:
    'Wilson’s interval: with a confidence of 95 %, the long-run rate is within it. n is the number of predictions of markets that moved.',
  predictions:
    'Binomial test: the exact probability of at least as many right predictions in n flips of a fair coin. Predictions that follow one rule across markets that move together are not independent, which makes this value too extreme; the test by ticks is the careful one. “Better” or “worse” means a probability below 2.5 % on that side, 5 % on both.',
  ticks:
    'Sign test: the exact probability that at least as many ticks end with a profit when a profit and a loss are equally likely. A tick counts once, however many markets it has; forfeits and ticks without profit or loss are left out. “Better” or “worse” means a probability below 2.5 % on that side, 5 % on both.',
} as const;

const verdicts = {
  better: 'better than chance at 5 %',
  worse: 'worse than chance at 5 %',
  equal: 'not distinguishable from chance at 5 %',
} as const;

/**
 * Whether predictions are right more or less often than those of a player who flips a coin for each
 * market: by prediction, and by tick.
 */
export function SkillFindings(props: {
  readonly ticks: Ticks;
  /** Further findings. */
  readonly children?: ReactNode;
}) {
  const { ticks, children } = props;
  const decided = sum(ticks.map((tick) => tick.decided));
  const hits = sum(ticks.map((tick) => tick.hits));
  const interval = wilsonInterval(hits, decided);
  const played = ticks.filter(({ profit, isForfeit }) => !isForfeit && BigInt(profit) !== 0n);
  const gained = played.filter(({ profit }) => BigInt(profit) > 0n).length;
  const byTicks = compareWithChance(gained, played.length);
  const byTick = chanceOfAtLeast(gained, played.length);
  if (interval === null) return <EmptyNote>No prediction is decided yet.</EmptyNote>;
  return (
    <ul className="findings">
      <li>
        <strong>{describeVerdict(compareWithChance(hits, decided), byTicks)}</strong>
      </li>
      <li>
        Right in <strong>{formatFraction(hits / decided)}</strong> of{' '}
        {formatCount(decided, 'prediction')}; 95 % interval {formatFraction(interval.low)} to{' '}
        {formatFraction(interval.high)}. <Hint label="the interval" text={definitions.interval} />
      </li>
      <li>
        Coin flips do as well with a probability of{' '}
        <strong>{formatProbability(chanceOfAtLeast(hits, decided))}</strong>:{' '}
        {verdicts[compareWithChance(hits, decided)]}.{' '}
        <Hint label="the test by prediction" text={definitions.predictions} />
      </li>
      {played.length > 0 && (
        <li>
          {formatNumber(gained)} of {formatCount(played.length, 'tick')} ended with a profit; by
          chance, the probability of that is <strong>{formatProbability(byTick)}</strong>:{' '}
          {verdicts[byTicks]}. {describeOthers(ticks, played.length, gained)}{' '}
          <Hint label="the test by tick" text={definitions.ticks} />
        </li>
      )}
      {children}
    </ul>
  );
}

type Verdict = ReturnType<typeof compareWithChance>;

/** Says what both tests together tell. */
function describeVerdict(byPrediction: Verdict, byTick: Verdict): string {
  if (byPrediction === 'equal' && byTick === 'equal') {
    return 'No skill is shown: both tests are within reach of coin flips.';
  }
  if (byPrediction !== 'equal' && byTick !== 'equal' && byPrediction !== byTick) {
    return 'The tests disagree: one is better than chance, the other worse.';
  }
  const verdict = (byTick === 'equal' ? byPrediction : byTick) === 'better' ? 'Better' : 'Worse';
  if (byPrediction === byTick) return `${verdict} than coin flips by both tests.`;
  return byTick === 'equal'
    ? `${verdict} than coin flips by predictions, but not by ticks, which is the careful test.`
    : `${verdict} than coin flips by ticks, though not by predictions.`;
}

/** Says how the ticks ended that ended without a profit, and which ones the test leaves out. */
function describeOthers(ticks: Ticks, played: number, gained: number): string {
  const forfeits = ticks.filter(({ isForfeit }) => isForfeit).length;
  const even = ticks.length - played - forfeits;
  const lost = played - gained;
  const left = [
    ...(forfeits > 0 ? [formatCount(forfeits, 'forfeit')] : []),
    ...(even > 0 ? [`${formatCount(even, 'tick')} without profit or loss`] : []),
  ];
  const others = lost === 0 ? 'None ended with a loss' : `${formatNumber(lost)} ended with a loss`;
  return left.length === 0 ? `${others}.` : `${others}. Left out: ${left.join(' and ')}.`;
}
