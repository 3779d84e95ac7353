import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { TickGridQuery } from '../../generated/graphql.ts';
import { formatBatch, formatCount, formatDuration, formatPercent } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Countdown } from '../../ui/time.tsx';
import { GridLegend, PredictionGrid } from './prediction-grid.tsx';

const sealedTicksQuery = graphql(`
  query SealedTicks($id: ID!) {
    batch(id: $id) {
      id
      batchId
      metadata {
        name
      }
      currentTick
      marketCount
      tickDuration
      nextTickAt
      players(first: 12) {
        edges {
          node {
            id
            address
            hasBitmap
          }
        }
      }
      ticks(first: 10) {
        edges {
          node {
            id
            tickId
            reveal {
              isSealed
              deadline
            }
          }
        }
      }
    }
  }
`);

const tickGridQuery = graphql(`
  query TickGrid($id: ID!, $tickId: ID!) {
    batch(id: $id) {
      id
      tick(tickId: $tickId) {
        id
        outcomes(first: 60) {
          edges {
            node {
              outcome
              market {
                marketId
                symbol
              }
            }
          }
        }
        reveal {
          bitmaps {
            portfolio {
              id
              address
            }
            matchesCommitment
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

/** Most markets of a batch that the grid shows. */
export const maxGridMarkets = 60;

/**
 * Shows three ticks of a batch side by side: the running one with sealed predictions, one that is
 * settled, and one whose predictions are revealed.
 */
export function SealedTicks({ batchId }: { readonly batchId: string }) {
  return (
    <QuerySection
      query={sealedTicksQuery}
      variables={{ id: batchId }}
      height="var(--sealed-ticks-height)"
      every={4000}
    >
      {({ batch }) => {
        if (batch === null) return <EmptyNote>The batch is gone.</EmptyNote>;
        const players = batch.players?.edges.map(({ node }) => node) ?? [];
        const ticks = batch.ticks?.edges.map(({ node }) => node) ?? [];
        const settled = ticks.find(({ reveal }) => reveal?.isSealed === true);
        const revealed = ticks.find(({ reveal }) => reveal?.isSealed === false);
        const size = {
          markets: batch.marketCount,
          players: players.map(({ address }) => address),
        };
        const sealedCount = players.filter(({ hasBitmap }) => hasBitmap).length;
        return (
          <div className="sealed-ticks">
            <p>
              <Link to={`/markets/${batch.batchId}`}>{formatBatch(batch)}</Link>:{' '}
              <span className="muted">
                {formatCount(players.length, 'player')} say up or down for{' '}
                {formatCount(batch.marketCount, 'market')} every{' '}
                {formatDuration(batch.tickDuration)}.
              </span>
            </p>
            <div className="sealed-panels">
              <Panel
                title={batch.currentTick === null ? 'Sealed' : `Sealed, tick ${batch.currentTick}`}
                note={
                  batch.nextTickAt !== null && <Countdown to={batch.nextTickAt} before="ends in " />
                }
                summary={`${sealedCount} of ${players.length} players have committed; nobody can read their predictions.`}
                grid={{ label: 'Sealed predictions', ...size }}
              />
              {settled === undefined ? (
                <Panel
                  title="Settled"
                  summary="No tick waits for its predictions."
                  grid={{ label: 'No settled tick', ...size, isEmpty: true }}
                />
              ) : (
                <SettledPanel
                  batchId={batchId}
                  tickId={settled.tickId}
                  deadline={settled.reveal?.deadline ?? null}
                  {...size}
                />
              )}
              {revealed === undefined ? (
                <Panel
                  title="Revealed"
                  summary="No tick is revealed yet."
                  grid={{ label: 'No revealed tick', ...size, isEmpty: true }}
                />
              ) : (
                <RevealedPanel batchId={batchId} tickId={revealed.tickId} {...size} />
              )}
            </div>
            <GridLegend />
          </div>
        );
      }}
    </QuerySection>
  );
}

type TickPanelProps = {
  readonly batchId: string;
  readonly tickId: number;
  readonly markets: number;
  /** Addresses of the players, in the order of the rows. */
  readonly players: readonly string[];
};

function SettledPanel(props: TickPanelProps & { readonly deadline: number | null }) {
  const { batchId, tickId, deadline, markets, players } = props;
  const outcomes = outcomesOf(useTick(batchId, tickId));
  const countOf = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return (
    <Panel
      title={`Settled, tick ${tickId}`}
      note={
        deadline !== null && <Countdown to={deadline} before="revealed in " due="being revealed" />
      }
      summary={
        outcomes.length === 0
          ? ''
          : `The oracles found ${countOf('UP')} up and ${countOf('DOWN')} down. The predictions stay sealed.`
      }
      grid={{
        label: `Outcomes of tick ${tickId}, with sealed predictions`,
        markets,
        players,
        outcomes,
      }}
    />
  );
}

function RevealedPanel({ batchId, tickId, markets, players }: TickPanelProps) {
  const tick = useTick(batchId, tickId);
  const outcomes = outcomesOf(tick);
  const bitmaps = tick?.reveal?.bitmaps ?? [];
  const rows = bitmaps.map(
    ({ predictions }) =>
      new Map(predictions?.edges.map(({ node }) => [node.market.marketId, node.direction])),
  );
  const decided = outcomes.filter(({ outcome }) => outcome === 'UP' || outcome === 'DOWN');
  const total = rows.length * decided.length;
  const right = rows.reduce(
    (sum, row) =>
      sum + decided.filter(({ outcome, market }) => row.get(market.marketId) === outcome).length,
    0,
  );
  const isProved = bitmaps.every(({ matchesCommitment }) => matchesCommitment === true);
  return (
    <Panel
      title={`Revealed, tick ${tickId}`}
      note={isProved && bitmaps.length > 0 ? 'as committed on the chain' : null}
      summary={
        total === 0
          ? ''
          : `${right} of ${total} predictions were right (${formatPercent((right / total) * 100)}).`
      }
      grid={{
        label: `Revealed predictions of tick ${tickId}`,
        markets,
        players:
          bitmaps.length === 0
            ? players
            : bitmaps.map(({ portfolio }) => portfolio?.address ?? '–'),
        outcomes,
        predictions: rows,
      }}
    />
  );
}

type Tick = NonNullable<NonNullable<TickGridQuery['batch']>['tick']>;

const outcomesOf = (tick: Tick | null) => tick?.outcomes?.edges.map(({ node }) => node) ?? [];

/** Reads a tick; null until it has come. */
function useTick(batchId: string, tickId: number): Tick | null {
  const variables = { id: batchId, tickId: String(tickId) };
  const [{ data }] = useQuery({ query: tickGridQuery, variables });
  return data?.batch?.tick ?? null;
}

function Panel(props: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly summary: string;
  readonly grid: Omit<ComponentProps<typeof PredictionGrid>, 'caption'>;
}) {
  return (
    <section aria-label={props.title}>
      <PredictionGrid
        {...props.grid}
        caption={
          <h3>
            {props.title} <span className="small muted">{props.note}</span>
          </h3>
        }
      />
      <p className="small muted">{props.summary}</p>
    </section>
  );
}
