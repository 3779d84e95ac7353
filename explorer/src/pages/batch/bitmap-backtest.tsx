import { useState } from 'react';
import { useClient } from 'urql';
import { Sparkline } from '../../charts/sparkline.tsx';
import { graphql } from '../../generated/gql.ts';
import type { PlayBitmapQuery } from '../../generated/graphql.ts';
import { formatCount, formatFraction, formatUsdc } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Stat, Stats, UsdcGain } from '../../ui/figures.tsx';
import { FailureNote } from '../../ui/page-section.tsx';
import { MissingPredictions } from './missing-predictions.tsx';
import { encodePredictions, listPredictions, type Predictions } from './predictions.ts';

const playQuery = graphql(`
  query PlayBitmap($batchId: ID!, $bitmap: Hex!) {
    backtestBitmap(batchId: $batchId, bitmap: $bitmap) {
      totalPnl
      winRate
      curve {
        tick
        pnl
      }
    }
  }
`);

const definitions = {
  right:
    'Right predictions of all predictions: each of a market in a tick counts. A coin flip is right in 50 %.',
  profit:
    'The sum over all ticks, USDC: 2·(share of right predictions) − 1 of each tick, so that a tick is worth −1 to 1.',
} as const;

/** Shows the result of the user's bitmap over pseudo-random ticks of an oracle. */
export function BitmapBacktest(props: {
  readonly batchId: string;
  readonly marketCount: number;
  readonly predictions: Predictions;
}) {
  const client = useClient();
  const [result, setResult] = useState<PlayBitmapQuery['backtestBitmap'] | 'failed'>(null);
  const predictions = listPredictions(props.predictions, props.marketCount);
  const run = async () => {
    if (predictions === null) return;
    // The code may fail to load.
    const encoded = await encodePredictions(predictions).catch(() => null);
    if (encoded === null) return setResult('failed');
    const { data } = await client
      .query(playQuery, { batchId: props.batchId, bitmap: encoded.bitmap })
      .toPromise();
    setResult(data?.backtestBitmap ?? 'failed');
  };
  return (
    <>
      <Button size="small" disabled={predictions === null} onClick={run}>
        Backtest predictions
      </Button>
      <MissingPredictions {...props} />
      {result === 'failed' && <FailureNote message="The backtest failed." onRetry={run} />}
      {result !== null && result !== 'failed' && (
        <div className="below-controls" role="status">
          <Stats>
            <Stat label="Right" definition={definitions.right} note="of all predictions">
              {formatFraction(result.winRate)}
            </Stat>
            <Stat
              label="Profit"
              definition={definitions.profit}
              note={`over ${formatCount(result.curve.length, 'tick')}, 1 USDC staked on each`}
            >
              <UsdcGain amount={result.totalPnl} />
            </Stat>
          </Stats>
          <p className="small muted">
            Without other players or fees: a tick with every prediction right earns its stake, one
            with half of them right earns nothing, and one with none right loses it.
          </p>
          <Sparkline values={result.curve.map(({ pnl }) => pnl)} label="Profit over the ticks" />
          <p className="small muted">{describeCurve(result.curve.map(({ pnl }) => pnl))}</p>
        </div>
      )}
    </>
  );
}

/** Says what the line shows, which has no axis. */
const describeCurve = (profits: readonly number[]) =>
  `Profit from the first to the last tick: lowest ${formatUsdc(Math.min(...profits))}, highest ${formatUsdc(Math.max(...profits))}.`;
