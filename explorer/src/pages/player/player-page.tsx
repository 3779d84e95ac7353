import { useMemo } from 'react';
import { useParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { PlayerPageQuery, PlayerPageQueryVariables } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatCount,
  formatFraction,
  formatLabel,
  formatMarket,
  formatNumber,
  formatUsdc,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { CopyableAddress } from '../../ui/copyable-address.tsx';
import { Badge, PercentChange, Stat, Stats, UsdcGain, WalletLink } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { leaderboardQuery } from '../markets/leaderboard.tsx';
import { pageHeads } from '../page-heads.ts';
import { InvalidAddress, UnknownWallet } from '../wallets/no-wallet.tsx';
import { CountedTicks } from './counted-ticks.tsx';
import { LifetimeFigures } from './lifetime-figures.tsx';
import { PlayedTicks } from './played-ticks.tsx';
import { PlayerSkill } from './player-skill.tsx';
import { AccuracyTable, describeBatches, PlayedBatches, returnOnStake } from './player-tables.tsx';

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

const definitions = {
  profit: 'Payouts less stakes of the counted ticks, before the fee of a claim.',
  return: 'Profit in percent of the stakes placed in the counted ticks.',
  right: 'Right predictions among those of markets that moved.',
  ticks: 'Counted ticks in which the wallet had stakes and sent its predictions.',
  forfeits:
    'Counted ticks in which the wallet had stakes and sent no predictions, which loses the stakes.',
  streak: 'The most counted ticks in a row that ended with a profit, in the order of their ends.',
} as const;

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
        leaderboard?.entries?.edges.some(
          ({ node }) => node.portfolio?.address.toLowerCase() === address.toLowerCase(),
        ) ? (
          <LifetimeFigures address={address} />
        ) : (
          <UnknownWallet>It plays in no batch, and no leaderboard has a tick of it.</UnknownWallet>
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
      <div className="columns even">
        <PageSection
          title={`Newest ${variables.ticks} ticks of each batch`}
          label="Key figures"
          className="numbers compact by-three"
          note="Those of them that are revealed. A tick that is still sealed takes up a place."
        >
          <Stats>
            <Stat
              label="Profit"
              definition={definitions.profit}
              note={player.isComplete ? undefined : 'not all proved'}
            >
              <UsdcGain amount={weiToNumber(player.profit)} />
            </Stat>
            <Stat
              label="Return on stake"
              definition={definitions.return}
              note={`${formatWei(player.stake, 'USDC')} staked`}
            >
              <PercentChange percent={returnOnStake(player)} />
            </Stat>
            <Stat label="Right" definition={definitions.right}>
              {formatFraction(player.winRate)}
            </Stat>
            <Stat label="Ticks played" definition={definitions.ticks}>
              {formatNumber(player.ticksPlayed)}
            </Stat>
            <Stat label="Forfeits" definition={definitions.forfeits}>
              {formatNumber(player.forfeits)}
            </Stat>
            <Stat label="Longest streak" definition={definitions.streak}>
              {formatCount(player.longestStreak, 'tick')}
            </Stat>
          </Stats>
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
        </PageSection>
        <LifetimeFigures address={variables.address} />
      </div>
      <div className="columns even">
        <PlayerSkill ticks={ticks} />
        <CountedTicks player={player} newest={variables.ticks} />
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
          className="bounded-part"
          note={
            byMarket.length === mostMarkets
              ? `The ${mostMarkets} with the most predictions. ${intervalNote} By chance alone that happens to about one market in twenty.`
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
      <PageSection title="Counted ticks" className="bounded-part" note="The newest first.">
        <PlayedTicks ticks={ticks} />
      </PageSection>
    </div>
  );
}
