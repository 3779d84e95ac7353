import { useState } from 'react';
import { useParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import type { BatchPageQuery } from '../../generated/graphql.ts';
import { useLiveData } from '../../graphql/use-live-data.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import {
  formatBatch,
  formatDuration,
  formatLabel,
  formatNumber,
  formatWei,
} from '../../lib/format.ts';
import { Badge, Stat, Stats } from '../../ui/figures.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Countdown } from '../../ui/time.tsx';
import { UnknownPage } from '../../ui/unknown-page.tsx';
import { Leaderboard } from '../markets/leaderboard.tsx';
import { pageHeads } from '../page-heads.ts';
import { BatchAbout } from './batch-about.tsx';
import { BatchPlayers } from './batch-players.tsx';
import { BatchStatistics } from './batch-statistics.tsx';
import { BatchTicks } from './batch-ticks.tsx';
import { BitmapBacktest } from './bitmap-backtest.tsx';
import { BitmapBuilder } from './bitmap-builder.tsx';
import { BitmapReplay } from './bitmap-replay.tsx';
import { PlayPanel } from './play-panel.tsx';
import type { Predictions } from './predictions.ts';

const batchQuery = graphql(`
  query BatchPage($id: ID!) {
    batch(id: $id) {
      id
      batchId
      metadata {
        name
      }
      sourceId
      configHash
      marketCount
      playerCount
      tvl
      tickDuration
      currentTick
      nextTickAt
      paused
    }
  }
`);

const liveBatch = graphql(`
  subscription LiveBatch($id: ID!) {
    batch(id: $id) {
      id
      playerCount
      tvl
      currentTick
      nextTickAt
      paused
    }
  }
`);

/** The page of a batch: its markets, players and ticks, and the panel to play. */
export function BatchPage() {
  const { batchId = '' } = useParams();
  const variables = { id: batchId };
  return (
    <QuerySection
      query={batchQuery}
      variables={variables}
      height="90vh"
      loading={<PageSkeleton head={pageHeads.batch} />}
      every={15_000}
    >
      {({ batch }) =>
        batch === null ? (
          <UnknownPage
            what="There is no such batch"
            why="The contract of the prediction market numbers the batches and has none with this number."
            where={[['/markets', 'See all batches']]}
          />
        ) : (
          <Page
            head={pageHeads.batch}
            title={formatBatch(batch)}
            heading={
              <>
                {/* No line begins with the dot. */}
                {formatBatch(batch).replace(' ·', '\u00a0·')}{' '}
                <span className="heading-ticker">{formatLabel(batch.sourceId ?? 'mixed')}</span>
              </>
            }
            query={batchQuery}
            variables={variables}
          >
            <Batch batch={batch} />
          </Page>
        )
      }
    </QuerySection>
  );
}

const definitions = {
  tick: 'A tick is one round of the game. Players predict before it ends; then the oracles compare the values at its end with those at its start.',
  markets: 'Number of markets of the batch: a bitmap has one bit for each.',
  players: 'Active players of the batch now.',
  deposits: 'What all players have in the batch. Each tick takes their stakes from it.',
} as const;

type BatchData = NonNullable<BatchPageQuery['batch']>;

function Batch({ batch }: { readonly batch: BatchData }) {
  const id = String(batch.batchId);
  // The events have the batch's id, so that the cache updates the page.
  useLiveData(liveBatch, { id });
  const [predictions, setPredictions] = useState<Predictions>(new Map());
  return (
    <div className="stack">
      <section className="part numbers" aria-label="Key figures">
        <Stats>
          <Stat label="Tick ends in" note={`every ${formatDuration(batch.tickDuration)}`}>
            {batch.paused ? (
              <Badge tone="second">Paused</Badge>
            ) : batch.nextTickAt === null ? (
              '–'
            ) : (
              <Countdown to={batch.nextTickAt} />
            )}
          </Stat>
          <Stat label="Running tick" definition={definitions.tick}>
            {formatNumber(batch.currentTick)}
          </Stat>
          <Stat label="Markets" definition={definitions.markets}>
            {formatNumber(batch.marketCount)}
          </Stat>
          <Stat label="Players" definition={definitions.players}>
            {formatNumber(batch.playerCount)}
          </Stat>
          <Stat label="Deposits" definition={definitions.deposits}>
            {formatWei(batch.tvl, 'USDC')}
          </Stat>
        </Stats>
        <ProofLine source="Oracles" query={batchQuery} variables={{ id }} />
      </section>
      <div className="columns batch-top">
        <PageSection
          title="Markets and your predictions"
          note="UP or DOWN for each market, sent as one bitmap: a bit for each, 1 is UP. They stay sealed until the tick is over."
        >
          <BitmapBuilder
            batchId={id}
            sourceId={batch.sourceId}
            marketCount={batch.marketCount}
            predictions={predictions}
            onChange={setPredictions}
          />
        </PageSection>
        <aside className="stack" aria-label="Play">
          <PageSection title="Play">
            <PlayPanel
              batchId={id}
              configHash={batch.configHash}
              marketCount={batch.marketCount}
              predictions={predictions}
              onRestore={setPredictions}
            />
          </PageSection>
          <PageSection title="Players">
            <BatchPlayers batchId={id} />
          </PageSection>
        </aside>
      </div>
      <PageSection title="Leaderboard of this batch" note="Players by profit since its first tick.">
        <Leaderboard batchId={id} />
      </PageSection>
      <PageSection
        title="Replay of real ticks"
        note="What a strategy would have earned on the newest settled ticks, at most 50, with its stake added to the real pools."
      >
        <BitmapReplay batchId={id} marketCount={batch.marketCount} predictions={predictions} />
      </PageSection>
      <PageSection
        title="Backtest on pseudo-random ticks"
        note="An oracle’s simulation with your predictions, the same each time. These ticks never happened."
      >
        <BitmapBacktest batchId={id} marketCount={batch.marketCount} predictions={predictions} />
      </PageSection>
      <div className="columns">
        <PageSection
          title="Ticks"
          note="The newest 20 settled ones. Each opens to show its outcomes, signatures and, once they are revealed, its players."
        >
          <BatchTicks batchId={id} sourceId={batch.sourceId} />
        </PageSection>
        <PageSection title="Statistics" note="Of the newest 20 settled ticks.">
          <BatchStatistics batchId={id} />
        </PageSection>
      </div>
      <PageSection title="In its creator’s words" note="From the contract, unchecked.">
        <BatchAbout batchId={id} />
      </PageSection>
    </div>
  );
}
