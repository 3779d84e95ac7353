import { useMemo } from 'react';
import { useParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { PlayerPageQuery, PlayerPageQueryVariables } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatLabel, formatMarket, formatUsdc, weiToNumber } from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { CopyableAddress } from '../../ui/copyable-address.tsx';
import { Badge, WalletLink } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { leaderboardQuery, rankPlayers } from '../markets/rank-players.ts';
import { SkillFindings } from '../markets/skill-findings.tsx';
import { pageHeads } from '../page-heads.ts';
import { InvalidAddress, UnknownWallet } from '../wallets/no-wallet-lazy.ts';
import { CountedTicks } from './counted-ticks.tsx';
import { PlayedTicks } from './played-ticks.tsx';
import { AccuracyTable, describeBatches, PlayedBatches } from './player-tables.tsx';
import { findPlayer, RecordFigures } from './record-figures.tsx';
import { RuleFinding } from './rule-finding.tsx';

const playerQuery = graphql(`
  query PlayerPage($address: Address!, $ticks: Int!) {
    predictionPlayer(address: $address, ticks: $ticks) {
      isBot
      endpoint
      stake
      ticksPlayed
      forfeits
      winRate
      profit
      longestStreak
      isComplete
      batches {
        stake
        ticksPlayed
        forfeits
        winRate
        profit
        batch {
          id
          batchId
          metadata {
            name
          }
        }
      }
      ticks {
        batchId
        tickId
        endedAt
        stake
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

export type Player = NonNullable<PlayerPageQuery['predictionPlayer']>;

const intervalNote =
  'Where the whole interval is above or below 50 %, the share differs from chance.';

/** The most ticks of each batch that the API counts. */
const ticks = 50;

/** The most markets that the API names. */
const mostMarkets = 20;

/** The page of a player: how a wallet played the prediction market. */
export function PlayerPage() {
  const { address = '' } = useParams();
  if (!addressPattern.test(address)) return <InvalidAddress text={address} />;
  const variables = { address, ticks };
  return (
    <Page
      head={pageHeads.player}
      heading={
        <>
          Player{' '}
          <span className="heading-ticker">
            <CopyableAddress address={address} of="the address of the player" />
          </span>
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
          ) : predictionPlayer.batches.length === 0 && predictionPlayer.ticks.length === 0 ? (
            <NoRecord address={address} />
          ) : (
            <PlayerRecord player={predictionPlayer} variables={variables} />
          )
        }
      </QuerySection>
    </Page>
  );
}

/** What there is of a wallet that plays in no batch: what the leaderboard remembers, or nothing. */
function NoRecord({ address }: { readonly address: string }) {
  return (
    <QuerySection query={leaderboardQuery} variables={{ batchId: null }} height={160}>
      {({ leaderboard }) =>
        findPlayer(rankPlayers(leaderboard), address) !== null ? (
          <RecordFigures address={address} player={null} newest={ticks} />
        ) : (
          <UnknownWallet>
            It plays in no batch, and no leaderboard lists a tick of it.
          </UnknownWallet>
        )
      }
    </QuerySection>
  );
}

function PlayerRecord(props: {
  readonly player: Player;
  readonly variables: PlayerPageQueryVariables;
}) {
  const { player, variables } = props;
  const { ticks, bySource, byMarket } = player;
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
      <div className="columns even level">
        <RecordFigures address={variables.address} player={player} newest={variables.ticks}>
          <ProofLine
            source="Revealed ticks, by the oracles"
            query={playerQuery}
            variables={variables}
            age="response"
          />
          {player.isBot && (
            <p className="small">
              <Badge tone="second">Bot</Badge> <span className="mono">{player.endpoint}</span>
            </p>
          )}
        </RecordFigures>
        <div className="stack">
          <CountedTicks player={player} newest={variables.ticks} />
          <PageSection
            title="Skill or luck?"
            label="Skill or luck?"
            note="Against a player who flips a coin for each market. Revealed ticks only."
          >
            <SkillFindings ticks={ticks}>
              <RuleFinding ticks={ticks} />
            </SkillFindings>
          </PageSection>
        </div>
      </div>
      <PageSection
        title="Profit by tick"
        note="Added up over the counted ticks, before the fee of claims."
      >
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
      <div className="columns even">
        <div className="stack">
          <PageSection title="Batches" note={describeBatches(player.batches)}>
            <PlayedBatches batches={player.batches} />
          </PageSection>
          <PageSection title="By source" note={intervalNote}>
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
        <PageSection
          title="By market"
          note={
            byMarket.length === mostMarkets
              ? `The ${mostMarkets} with the most predictions. ${intervalNote} By chance alone, that happens to one market in twenty, and to one in eight of those with four predictions.`
              : intervalNote
          }
        >
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
      <PageSection title="Counted ticks" note="The newest first.">
        <PlayedTicks ticks={ticks} />
      </PageSection>
    </div>
  );
}
