import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
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
import { leaderboardQuery, rankPlayers } from '../markets/leaderboard.tsx';
import { returnDefinition } from '../markets/return-on-stake.ts';
import { pageHeads } from '../page-heads.ts';
import { InvalidAddress, UnknownWallet } from '../wallets/no-wallet-lazy.ts';
import { CountedTicks } from './counted-ticks.tsx';
import { findPlayer, LifetimeFigures } from './lifetime-figures.tsx';
import { PlayedTicks } from './played-ticks.tsx';
import { PlayerSkill } from './player-skill.tsx';
import { AccuracyTable, describeBatches, PlayedBatches } from './player-tables.tsx';
import { returnOf } from './profit-columns.tsx';

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
  profit:
    'Payouts less stakes of the counted ticks, before the fee of a claim. It differs from the profit of all ticks by those that are sealed, older, or of batches that the wallet has left.',
  return: returnDefinition,
  right: 'Right predictions among those of markets that moved.',
  ticks:
    'Counted ticks in which the wallet had stakes and sent its predictions, of all that the leaderboard has. A forfeit is a tick without predictions, which loses the stakes.',
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

/** How many ticks are counted, of all that the leaderboard has of the wallet. */
function CountedOfAll(props: { readonly counted: number; readonly address: string }) {
  const [{ data }] = useQuery({ query: leaderboardQuery, variables: { batchId: null } });
  const all = findPlayer(rankPlayers(data?.leaderboard ?? null), props.address)?.ticks ?? 0;
  return (
    <>
      {formatNumber(props.counted)}
      {all >= props.counted && <span className="muted"> of {formatNumber(all)}</span>}
    </>
  );
}

/** What there is of a wallet that plays in no batch: what the leaderboard remembers, or nothing. */
function NoRecord({ address }: { readonly address: string }) {
  return (
    <QuerySection query={leaderboardQuery} variables={{ batchId: null }} height={160}>
      {({ leaderboard }) =>
        findPlayer(rankPlayers(leaderboard), address) !== null ? (
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
      <div className="columns even level">
        <LifetimeFigures address={variables.address} />
        <PageSection
          title="Of these, the counted ticks"
          label="Key figures"
          className="numbers compact by-three"
          note={`The revealed ones among the newest ${variables.ticks} of each batch. All below is of them.`}
        >
          <Stats>
            <Stat
              label="Profit, counted ticks"
              definition={definitions.profit}
              note={player.isComplete ? undefined : 'not all proved'}
            >
              <UsdcGain amount={weiToNumber(player.profit)} />
            </Stat>
            <Stat
              label="Return, counted ticks"
              definition={definitions.return}
              note={`${formatWei(player.stake, 'USDC')} staked`}
            >
              <PercentChange percent={returnOf(player)} />
            </Stat>
            <Stat label="Right, counted ticks" definition={definitions.right}>
              {formatFraction(player.winRate)}
            </Stat>
            <Stat
              label="Ticks counted"
              definition={definitions.ticks}
              note={
                player.forfeits === 0
                  ? 'no forfeits'
                  : `and ${formatCount(player.forfeits, 'forfeit')}`
              }
            >
              <CountedOfAll counted={player.ticksPlayed} address={variables.address} />
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
      </div>
      <div className="columns even level">
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
      <PageSection title="Counted ticks" note="The newest first.">
        <PlayedTicks ticks={ticks} />
      </PageSection>
    </div>
  );
}
