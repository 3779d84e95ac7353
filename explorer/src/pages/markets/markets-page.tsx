import { graphql } from '../../generated/gql.ts';
import type { MarketsQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatDuration,
  formatExactWei,
  formatIso,
  formatLabel,
  formatNumber,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge, BatchLink } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Countdown } from '../../ui/time.tsx';
import { pageHeads } from '../page-heads.ts';
import { Leaderboard } from './leaderboard.tsx';
import { maxGridMarkets, SealedTicks } from './sealed-ticks.tsx';

const marketsQuery = graphql(`
  query Markets {
    batches(first: 100) {
      totalCount
      edges {
        node {
          id
          batchId
          sourceId
          metadata {
            name
          }
          marketCount
          playerCount
          tvl
          tickDuration
          nextTickAt
          paused
        }
      }
    }
  }
`);

type Row = NonNullable<MarketsQuery['batches']>['edges'][number]['node'];

const columns: readonly Column<Row>[] = [
  {
    key: 'batch',
    label: 'Batch',
    cell: (batch) => <BatchLink {...batch} />,
    sortBy: ({ batchId }) => batchId,
    csv: { batch: ({ batchId }) => batchId, name: ({ metadata }) => metadata?.name },
  },
  {
    key: 'source',
    label: 'Source',
    minor: true,
    cell: ({ sourceId }) => formatLabel(sourceId ?? 'mixed'),
    sortBy: ({ sourceId }) => sourceId,
    csv: 'source',
  },
  {
    key: 'tick',
    label: 'Tick ends in',
    cell: ({ paused, marketCount, nextTickAt }) =>
      paused ? (
        <Badge tone="second">Paused</Badge>
      ) : marketCount === 0 ? (
        <Badge tone="second">No markets</Badge>
      ) : nextTickAt === null ? (
        '–'
      ) : (
        <Countdown to={nextTickAt} />
      ),
    sortBy: ({ nextTickAt, paused }) => (paused ? null : nextTickAt),
    csv: {
      tick_ends_at: ({ nextTickAt }) => formatIso(nextTickAt),
      is_paused: ({ paused }) => paused,
    },
  },
  {
    key: 'length',
    label: 'Tick length',
    definition: 'Time from the start to the end of a tick. Predictions are for one tick.',
    align: 'right',
    minor: true,
    cell: ({ tickDuration }) => formatDuration(tickDuration),
    sortBy: ({ tickDuration }) => tickDuration,
    csv: 'tick_length_s',
  },
  {
    key: 'markets',
    label: 'Markets',
    definition: 'Markets of the batch. A player predicts all of them in every tick.',
    align: 'right',
    minor: true,
    cell: ({ marketCount }) => formatNumber(marketCount),
    sortBy: ({ marketCount }) => marketCount,
    csv: 'markets',
  },
  {
    key: 'players',
    label: 'Players',
    definition: 'Wallets that have joined the batch.',
    align: 'right',
    cell: ({ playerCount }) => formatNumber(playerCount),
    sortBy: ({ playerCount }) => playerCount,
    csv: 'players',
  },
  {
    key: 'tvl',
    minor: true,
    label: 'Deposits',
    definition: 'What all players have in the batch; a tick takes their stakes from it',
    align: 'right',
    cell: ({ tvl }) => formatWei(tvl, 'USDC'),
    sortBy: ({ tvl }) => weiToNumber(tvl),
    csv: { deposits_usdc: ({ tvl }) => formatExactWei(tvl) },
  },
];

/** Returns the batch whose ticks are worth watching: the fastest that is played and not too wide. */
const findWatched = (batches: readonly Row[]): Row | undefined =>
  batches
    .filter(
      ({ paused, playerCount, marketCount }) =>
        !paused && playerCount > 0 && marketCount > 0 && marketCount <= maxGridMarkets,
    )
    .toSorted((left, right) => left.tickDuration - right.tickDuration)[0];

/** The page of the prediction market: a batch's newest ticks, all batches and the leaderboard. */
export function MarketsPage() {
  return (
    <Page head={pageHeads.markets} query={marketsQuery} variables={{}}>
      <div className="stack">
        <PageSection
          title="From sealed to revealed"
          note="Three ticks of one batch. A row is a player, a column a market, and a tick one round: players commit to the hash of their predictions while it runs; at its end the oracles compare the values of the markets with those at its start; some ticks later the predictions are opened and compared with the hashes on the chain."
        >
          <QuerySection query={marketsQuery} variables={{}} height="var(--sealed-ticks-height)">
            {({ batches }) => {
              const watched = findWatched(batches?.edges.map(({ node }) => node) ?? []);
              return watched === undefined ? (
                <EmptyNote>No batch is being played at the moment.</EmptyNote>
              ) : (
                <SealedTicks batchId={String(watched.batchId)} />
              );
            }}
          </QuerySection>
        </PageSection>
        <PageSection
          title="Batches"
          note="A batch is a set of markets that are played together, tick by tick, with deposits of their own."
        >
          <QuerySection query={marketsQuery} variables={{}} height={464} every={10_000}>
            {({ batches }) => (
              <DataTable
                label="Batches"
                csv="batches"
                total={batches?.totalCount}
                columns={columns}
                rows={batches?.edges.map(({ node }) => node) ?? []}
                rowKey={({ id }) => id}
                empty="There are no batches."
              />
            )}
          </QuerySection>
        </PageSection>
        <PageSection
          title="Leaderboard"
          note="Players by profit over all batches, since the first tick of each. Players without a settled tick come last and have no rank."
        >
          <Leaderboard />
        </PageSection>
      </div>
    </Page>
  );
}
