import { formatCount, formatNumber } from '../../lib/format.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import type { Player } from './player-page.tsx';
import { isPlayed } from './player-tables.tsx';

/** Most batches of a wallet that the API counts. */
const mostBatches = 10;

/** Says which ticks the record of a player has, of which period, and what is missing. */
export function CountedTicks(props: {
  readonly player: Player;
  /** The newest ticks of each batch that are counted. */
  readonly newest: number;
}) {
  const { player, newest } = props;
  const { ticks, batches, isComplete } = player;
  const [first, last] = [ticks[0], ticks.at(-1)];
  const idle = batches.filter((played) => !isPlayed(played)).map(({ batch }) => batch.batchId);
  const counted = batches.length - idle.length;
  return (
    <PageSection title="What is counted" label="What is counted">
      <ul className="findings">
        <li>
          <strong>{formatCount(ticks.length, 'tick')}</strong> of{' '}
          {formatCount(counted, 'batch', 'batches')}
          {first !== undefined && last !== undefined && (
            <>
              , from <FormattedTime at={first.endedAt} /> to <FormattedTime at={last.endedAt} />
            </>
          )}
          .
        </li>
        <li>
          Not counted: the running tick and sealed ones, ticks before the newest{' '}
          {formatNumber(newest)} of a batch, batches the wallet has left, and all but the newest{' '}
          {formatNumber(mostBatches)} of its batches.
        </li>
        <li>
          {isComplete ? (
            <>
              <strong>Proved</strong>: the stakes of all players add up to what the oracles matched
              in each counted tick.
            </>
          ) : (
            <>
              <strong>Not all proved</strong>: stakes of some players in counted ticks are not
              known, or a batch is not counted, so profits may differ from what was paid.
            </>
          )}
        </li>
        {idle.length > 0 && (
          <li>
            Joined without a counted tick: {idle.length === 1 ? 'batch' : 'batches'}{' '}
            {idle.join(', ')}.
          </li>
        )}
      </ul>
    </PageSection>
  );
}
