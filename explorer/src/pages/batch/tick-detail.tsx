import { graphql } from '../../generated/gql.ts';
import type { TickDetailQuery } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Countdown } from '../../ui/time.tsx';
import { GridLegend, PredictionGrid } from '../markets/prediction-grid.tsx';
import { PoolProofNote } from './pool-proof.tsx';
import { TickMarkets } from './tick-markets.tsx';
import { TickPlayers } from './tick-players.tsx';
import { TickSignatures } from './tick-signatures.tsx';

const tickDetailQuery = graphql(`
  query TickDetail($id: ID!, $tickId: ID!) {
    batch(id: $id) {
      id
      tick(tickId: $tickId) {
        tickId
        outcomes(first: 60) {
          totalCount
          edges {
            node {
              outcome
              changePct
              startPrice
              endPrice
              pools {
                impliedUpProbability
                upStake
                downStake
                upPlayers
                downPlayers
                unknownStakes
                unexplainedMatched
                isComplete
              }
              market {
                marketId
                symbol
              }
            }
          }
        }
        reveal {
          isSealed
          deadline
          bitmaps {
            hashMatches
            matchesCommitment
            portfolio {
              id
              address
            }
            predictions(first: 60) {
              edges {
                node {
                  direction
                  market {
                    marketId
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`);

export type Tick = NonNullable<NonNullable<TickDetailQuery['batch']>['tick']>;
export type Outcome = NonNullable<Tick['outcomes']>['edges'][number]['node'];
export type RevealedBitmap = NonNullable<Tick['reveal']>['bitmaps'][number];

/** Shows one settled tick: who signed it, its players and the outcome of each market. */
export function TickDetail(props: {
  readonly batchId: string;
  readonly tickId: number;
  readonly sourceId: string | null;
}) {
  const { batchId, tickId, sourceId } = props;
  return (
    <section className="tick-detail" aria-label={`Tick ${tickId}`}>
      <h3>Tick {formatNumber(tickId)}</h3>
      <TickSignatures batchId={batchId} tickId={tickId} />
      <QuerySection
        query={tickDetailQuery}
        variables={{ id: batchId, tickId: String(tickId) }}
        height={520}
        every={10_000}
      >
        {({ batch }) =>
          batch?.tick == null ? (
            <EmptyNote>The tick is gone.</EmptyNote>
          ) : (
            <Settled tick={batch.tick} batchId={batchId} sourceId={sourceId} />
          )
        }
      </QuerySection>
    </section>
  );
}

function Settled(props: {
  readonly tick: Tick;
  readonly batchId: string;
  readonly sourceId: string | null;
}) {
  const { tick, batchId, sourceId } = props;
  const outcomes = tick.outcomes?.edges.map(({ node }) => node) ?? [];
  const bitmaps = tick.reveal?.bitmaps ?? [];
  const isSealed = tick.reveal?.isSealed === true;
  return (
    <>
      {isSealed ? (
        <p className="small muted">
          The predictions are still sealed. They and the stakes are revealed{' '}
          {tick.reveal?.deadline == null ? (
            'later'
          ) : (
            <Countdown to={tick.reveal.deadline} before="in " due="now" />
          )}
          .
        </p>
      ) : (
        <>
          <TickPlayers
            batchId={batchId}
            tickId={tick.tickId}
            outcomes={outcomes}
            isWhole={outcomes.length === tick.outcomes?.totalCount}
            bitmaps={bitmaps}
          />
          {bitmaps.length > 0 && (
            <div>
              <PredictionGrid
                label={`Predictions of tick ${tick.tickId}`}
                caption={<h4>Predictions</h4>}
                markets={outcomes.length}
                players={bitmaps.map(({ portfolio }) => portfolio?.address ?? '–')}
                outcomes={outcomes}
                predictions={bitmaps.map(mapPredictions)}
              />
              <GridLegend />
            </div>
          )}
        </>
      )}
      <TickMarkets
        tickId={tick.tickId}
        outcomes={outcomes}
        total={tick.outcomes?.totalCount ?? outcomes.length}
        bitmaps={bitmaps}
        sourceId={sourceId}
      />
      <PoolProofNote
        of="this tick"
        pools={outcomes.slice(0, 1).flatMap(({ pools }) => pools ?? [])}
      />
    </>
  );
}

/** Returns what a player predicted, by market. */
const mapPredictions = ({ predictions }: RevealedBitmap) =>
  new Map(predictions?.edges.map(({ node }) => [node.market.marketId, node.direction]));
