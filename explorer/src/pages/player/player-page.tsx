import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { PlayerPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatExactWei,
  formatFraction,
  formatLabel,
  formatMarket,
  formatNumber,
  formatPercent,
  formatUsdc,
  formatWei,
  shortenHex,
  weiToNumber,
} from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { wilsonInterval } from '../../lib/significance.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge, PercentChange, Stat, Stats, WalletLink } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { pageHeads } from '../page-heads.ts';
import { PlayerSkill } from './player-skill.tsx';

const playerQuery = graphql(`
  query PlayerPage($address: Address!) {
    predictionPlayer(address: $address) {
      isBot
      endpoint
      stake
      ticksPlayed
      forfeits
      winRate
      profit
      longestStreak
      isComplete
      bestBatch {
        batch {
          id
          batchId
        }
      }
      worstBatch {
        batch {
          id
          batchId
        }
      }
      batches {
        stake
        ticksPlayed
        forfeits
        winRate
        profit
        batch {
          id
          batchId
        }
      }
      ticks {
        batchId
        tickId
        endedAt
        profit
        cumulative
        hits
        decided
        isForfeit
      }
      bySource {
        sourceId
        hits
        decided
        accuracyPct
      }
      byMarket {
        hits
        decided
        accuracyPct
        market {
          marketId
          symbol
        }
      }
    }
  }
`);

type Player = NonNullable<PlayerPageQuery['predictionPlayer']>;
type Played = Player['batches'][number];
type Accuracy = {
  readonly key: string;
  readonly name: string;
  readonly hits: number;
  readonly decided: number;
  readonly accuracyPct: number;
};

/** Profit as a percentage of the stakes placed; null without any. */
function returnOnStake(record: { readonly profit: string; readonly stake: string }) {
  const stake = weiToNumber(record.stake);
  return stake === 0 ? null : (100 * weiToNumber(record.profit)) / stake;
}

const batchColumns: readonly Column<Played>[] = [
  {
    key: 'batch',
    label: 'Batch',
    cell: ({ batch }) => <Link to={`/markets/${batch.batchId}`}>Batch {batch.batchId}</Link>,
    sortBy: ({ batch }) => batch.batchId,
    csv: 'batch',
  },
  {
    key: 'ticks',
    label: 'Ticks',
    align: 'right',
    minor: true,
    cell: ({ ticksPlayed }) => formatNumber(ticksPlayed),
    csv: { ticks: ({ ticksPlayed }) => ticksPlayed },
  },
  {
    key: 'forfeits',
    label: 'Forfeits',
    align: 'right',
    minor: true,
    cell: ({ forfeits }) => formatNumber(forfeits),
    csv: { forfeits: (played) => played.forfeits },
  },
  {
    key: 'rate',
    label: 'Right',
    align: 'right',
    cell: ({ winRate }) => formatFraction(winRate),
    csv: { win_rate_fraction: ({ winRate }) => winRate },
  },
  {
    key: 'return',
    label: 'Return',
    definition: 'Profit of the stakes placed in the counted ticks, percent',
    align: 'right',
    cell: (played) => <PercentChange percent={returnOnStake(played)} />,
    sortBy: returnOnStake,
    csv: 'return_on_stake_pct',
  },
  {
    key: 'profit',
    label: 'Profit',
    align: 'right',
    cell: ({ profit }) => formatWei(profit, 'USDC'),
    sortBy: ({ profit }) => weiToNumber(profit),
    csv: {
      profit_usdc: (played) => formatExactWei(played.profit),
      stake_usdc: ({ stake }) => formatExactWei(stake),
    },
  },
];

const accuracyColumns: readonly Column<Accuracy>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name, csv: 'name' },
  {
    key: 'decided',
    label: 'Predictions',
    align: 'right',
    cell: ({ decided }) => formatNumber(decided),
    sortBy: ({ decided }) => decided,
    csv: 'predictions',
  },
  {
    key: 'interval',
    label: '95 % interval',
    definition: 'Wilson’s interval of the share of right predictions',
    align: 'right',
    minor: true,
    cell: ({ hits, decided }) => formatInterval(wilsonInterval(hits, decided)),
    csv: {
      low_95_pct: ({ hits, decided }) => percentOf(wilsonInterval(hits, decided)?.low),
      high_95_pct: ({ hits, decided }) => percentOf(wilsonInterval(hits, decided)?.high),
    },
  },
  {
    key: 'accuracy',
    label: 'Right',
    align: 'right',
    cell: ({ accuracyPct }) => formatPercent(accuracyPct),
    sortBy: ({ accuracyPct }) => accuracyPct,
    csv: 'right_pct',
  },
];

const percentOf = (fraction: number | undefined) =>
  fraction === undefined ? null : 100 * fraction;

const formatInterval = (interval: ReturnType<typeof wilsonInterval>) =>
  interval === null
    ? '–'
    : `${formatNumber(100 * interval.low)}–${formatPercent(100 * interval.high, 0)}`;

/** The page of a player: how a wallet played the prediction market. */
export function PlayerPage() {
  const { address = '' } = useParams();
  if (!addressPattern.test(address))
    return <EmptyNote>An address is 0x and 40 hex digits.</EmptyNote>;
  const variables = { address };
  return (
    <Page
      head={pageHeads.player}
      heading={
        <>
          Player <span className="heading-ticker mono">{shortenHex(address)}</span>
        </>
      }
      actions={
        <span className="small">
          Portfolio <WalletLink address={address} />
        </span>
      }
      query={playerQuery}
      variables={variables}
    >
      <QuerySection query={playerQuery} variables={variables} height={850} every={30_000}>
        {({ predictionPlayer }) =>
          predictionPlayer === null ? (
            <EmptyNote>The oracles cannot be reached.</EmptyNote>
          ) : (
            <PlayerRecord player={predictionPlayer} address={address} />
          )
        }
      </QuerySection>
    </Page>
  );
}

function PlayerRecord(props: { readonly player: Player; readonly address: string }) {
  const { player, address } = props;
  const { ticks, bestBatch, worstBatch, bySource, byMarket } = player;
  const series = useMemo(
    () => [
      {
        name: 'Profit',
        look: 'area' as const,
        points: ticks.map(({ endedAt, cumulative }) => ({
          timestamp: endedAt,
          value: weiToNumber(cumulative),
        })),
      },
    ],
    [ticks],
  );
  return (
    <div className="stack">
      <section className="part numbers" aria-label="Key figures">
        <Stats>
          <Stat label="Profit" note={player.isComplete ? undefined : 'not all proved'}>
            {formatWei(player.profit, 'USDC')}
          </Stat>
          <Stat label="Return on stake" note={`${formatWei(player.stake, 'USDC')} staked`}>
            <PercentChange percent={returnOnStake(player)} />
          </Stat>
          <Stat label="Right">{formatFraction(player.winRate)}</Stat>
          <Stat label="Ticks played">{formatNumber(player.ticksPlayed)}</Stat>
          <Stat label="Forfeits">{formatNumber(player.forfeits)}</Stat>
          <Stat label="Longest streak">{formatNumber(player.longestStreak)}</Stat>
        </Stats>
        <ProofLine
          source="Revealed ticks, by the oracles"
          query={playerQuery}
          variables={{ address }}
        />
        {player.isBot && (
          <p className="small">
            <Badge tone="second">Bot</Badge> <span className="mono">{player.endpoint}</span>
          </p>
        )}
      </section>
      <PageSection title="Profit by tick" note="Revealed ticks alone; what runs now stays sealed.">
        {ticks.length < 2 ? (
          <EmptyNote>Fewer than two ticks of this wallet are revealed.</EmptyNote>
        ) : (
          <TimeChart
            label="Profit of the player, added up tick by tick"
            series={series}
            format={formatUsdc}
            height={280}
          />
        )}
      </PageSection>
      <PlayerSkill ticks={ticks} />
      <div className="columns even">
        <div className="stack">
          <PageSection
            title="Batches"
            note={
              bestBatch && worstBatch
                ? `Best: batch ${bestBatch.batch.batchId}. Worst: batch ${worstBatch.batch.batchId}.`
                : undefined
            }
          >
            <DataTable
              label="Batches"
              columns={batchColumns}
              rows={player.batches}
              rowKey={({ batch }) => batch.id}
              csv="player-batches"
              empty="This wallet plays in no batch."
            />
          </PageSection>
          <PageSection title="By source">
            <AccuracyTable
              label="Accuracy by source"
              file="player-accuracy-by-source"
              rows={bySource.map(({ sourceId, ...rest }) => ({
                key: sourceId,
                name: formatLabel(sourceId),
                ...rest,
              }))}
            />
          </PageSection>
        </div>
        <PageSection title="By market">
          <AccuracyTable
            label="Accuracy by market"
            file="player-accuracy-by-market"
            rows={byMarket.map(({ market, ...rest }) => ({
              key: market.marketId,
              name: formatMarket(market),
              ...rest,
            }))}
          />
        </PageSection>
      </div>
    </div>
  );
}

function AccuracyTable(props: {
  readonly label: string;
  readonly file: string;
  readonly rows: readonly Accuracy[];
}) {
  return (
    <DataTable
      label={props.label}
      columns={accuracyColumns}
      rows={props.rows}
      rowKey={({ key }) => key}
      csv={props.file}
      empty="Nothing is decided yet."
    />
  );
}
