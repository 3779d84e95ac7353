import { useQuery } from '@dtf-graph/client/react';
import { graphql } from '../../generated/gql.ts';
import { formatCount, formatFraction } from '../../lib/format.ts';
import { Hint } from '../../ui/fields.tsx';
import { compareWithRule, findMostPlayed } from './rule-comparison.ts';

const ruleQuery = graphql(`
  query MomentumRule($id: ID!, $from: Int!, $to: Int!) {
    replayBitmap(batchId: $id, rule: { kind: MOMENTUM, lookback: 1 }, from: $from, to: $to) {
      ticks {
        tickId
        hits
        decided
      }
    }
  }
`);

const definition =
  'Momentum with a look-back of one tick: UP where the value rose in the tick before, DOWN where it fell, replayed on the same revealed ticks. A player who is better than a coin but not than this rule shows no skill beyond it.';

type Ticks = Parameters<typeof findMostPlayed>[0];

/** Says how often a simple rule is right on the ticks of the batch of which a player has most. */
export function RuleFinding({ ticks }: { readonly ticks: Ticks }) {
  const most = findMostPlayed(ticks);
  return most === null ? null : <Comparison {...most} />;
}

function Comparison(props: NonNullable<ReturnType<typeof findMostPlayed>>) {
  const { batchId, from, to, ticks } = props;
  const variables = { id: String(batchId), from, to };
  const { data, error } = useQuery(ruleQuery, variables, { keepPrevious: true });
  // The sentence has its place, unseen, before its figures are there, whose widths would move it.
  const isFirst = data === undefined && error === undefined;
  const found = isFirst
    ? { ticks: ticks.length, ofRule: 0.5, ofPlayer: 0.5 }
    : compareWithRule(ticks, data?.replayBitmap?.ticks ?? []);
  if (found === null) return null;
  return (
    <li style={isFirst ? { visibility: 'hidden' } : undefined}>
      Over {formatCount(found.ticks, 'tick')} of batch {batchId}, the rule to repeat the last change
      of each market is right in <strong>{formatFraction(found.ofRule)}</strong>, this player in{' '}
      <strong>{formatFraction(found.ofPlayer)}</strong>. <Hint label="the rule" text={definition} />
    </li>
  );
}
