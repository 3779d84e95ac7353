import { formatCount, formatFraction, formatNumber } from '../../lib/format.ts';
import { chanceOfAtLeast, wilsonInterval } from '../../lib/significance.ts';
import { Hint } from '../../ui/fields.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';

type Ticks = readonly {
  readonly hits: number;
  readonly decided: number;
  readonly profit: string;
  readonly isForfeit: boolean;
}[];

const definitions = {
  interval:
    'Wilson’s interval: with a confidence of 95 % the rate in the long run is within it. n is the number of predictions of markets that moved.',
  predictions:
    'Binomial test, one-sided: the exact probability of at least as many right predictions in n flips of a fair coin. Predictions that follow one rule across markets that move together are not independent, which makes this value too small; the test by ticks is the careful one.',
  ticks:
    'Sign test, one-sided: the exact probability that at least as many ticks end with a profit when a profit and a loss are equally likely. A tick counts once, however many markets it has; forfeits and ticks without profit or loss are left out.',
} as const;

/** Probability below which a result is said to be better than chance. */
const level = 0.05;

/** Whether a player is right more often than chance: by prediction, and by tick. */
export function PlayerSkill({ ticks }: { readonly ticks: Ticks }) {
  const decided = ticks.reduce((sum, tick) => sum + tick.decided, 0);
  const hits = ticks.reduce((sum, tick) => sum + tick.hits, 0);
  const interval = wilsonInterval(hits, decided);
  const played = ticks.filter(({ profit, isForfeit }) => !isForfeit && BigInt(profit) !== 0n);
  const gained = played.filter(({ profit }) => BigInt(profit) > 0n).length;
  const byTick = chanceOfAtLeast(gained, played.length);
  return (
    <PageSection
      title="Skill or luck?"
      label="Skill or luck?"
      note="Against a player who flips a coin for each market. Revealed ticks alone."
    >
      {interval === null ? (
        <EmptyNote>No prediction of this wallet is decided yet.</EmptyNote>
      ) : (
        <ul className="findings">
          <li>
            Right in <strong>{formatFraction(hits / decided)}</strong> of{' '}
            {formatCount(decided, 'prediction')}; 95 % interval {formatFraction(interval.low)} to{' '}
            {formatFraction(interval.high)}.{' '}
            <Hint label="the interval" text={definitions.interval} />
          </li>
          <li>
            Coin flips do as well with a probability of{' '}
            <strong>{formatChance(chanceOfAtLeast(hits, decided))}</strong>.{' '}
            <Hint label="the test by prediction" text={definitions.predictions} />
          </li>
          {played.length > 0 && (
            <li>
              {formatNumber(gained)} of {formatCount(played.length, 'tick')} ended with a profit; by
              chance with a probability of <strong>{formatChance(byTick)}</strong>:{' '}
              {byTick < level ? 'better than chance' : 'not to be told from chance'} at 5 %.{' '}
              <Hint label="the test by tick" text={definitions.ticks} />
            </li>
          )}
        </ul>
      )}
    </PageSection>
  );
}

/** Formats a probability; a very small one as a bound. */
const formatChance = (probability: number): string =>
  probability < 0.0001 ? 'less than 0.01 %' : formatFraction(probability, 2);
