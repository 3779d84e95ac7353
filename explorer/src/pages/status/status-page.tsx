import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { HealthRange, StatusPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatMillis, formatNumber, formatPercent, toDate } from '../../lib/format.ts';
import { CopyableAddress } from '../../ui/copyable-address.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { HealthBadge, Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { pageHeads } from '../page-heads.ts';
import { formatContractName } from './contract-name.ts';
import { countRounds } from './count-rounds.ts';
import { GatewayState } from './gateway-state.tsx';
import { Incidents } from './incidents.tsx';

const statusQuery = graphql(`
  query StatusPage($range: HealthRange!) {
    explorerHealth {
      latest {
        polledAt
        worstStatus
        quorumMet
        totalPeers
        totalPeersHealthy
        signaturesCollected
        avgConsensusTimeMs
        pendingOrderCount
      }
      history(range: $range) {
        polledAt
        totalPeers
        totalPeersHealthy
        signaturesCollected
        avgConsensusTimeMs
        avgCycleDurationMs
        consensusRoundsTotal
        consensusFailedTotal
        quorumMet
      }
    }
  }
`);

const definitions = {
  network: 'The worst state of an oracle at the latest poll.',
  healthy:
    'Oracles whose last report to the data node was healthy, at the latest poll. In a poll, the data node reads the state of all oracles.',
  consensus:
    'From the start of a round until enough oracles had signed it, as an average that the oracles report at each poll. They do not say over how many rounds.',
  quorum:
    'Whether two thirds of the oracles had signed the latest round when it was polled. It is a sample: rounds between two polls are not included.',
  rounds:
    'In a round the oracles propose one result and sign it. They count rounds from when they were started; those between the first and the last poll are shown.',
  failed:
    'A round fails if too few signatures arrive in time. The next round can succeed before the next poll, so every poll can meet the quorum even though rounds failed.',
  orders:
    'Orders to buy or sell shares of funds that no round has handled yet, at the latest poll.',
  l3: 'Chain id (EIP-155) of the chain with the funds, the prediction market and the lending markets.',
  settlement: 'Chain id (EIP-155) of the chain that holds the collateral.',
} as const;

const deploymentQuery = graphql(`
  query StatusDeployment {
    deployment {
      chainId
      settlementChainId
      contracts {
        all {
          name
          address
        }
      }
    }
    vault {
      totalUsd
    }
  }
`);

/** The words for each range, after "in the last". */
const rangeWords: Readonly<Record<HealthRange, string>> = {
  H1: 'hour',
  H6: '6 hours',
  H24: '24 hours',
  D7: '7 days',
  D30: '30 days',
};

type Health = NonNullable<StatusPageQuery['explorerHealth']>;

const ranges: readonly (readonly [HealthRange, string])[] = [
  ['H1', '1H'],
  ['H6', '6H'],
  ['H24', '24H'],
  ['D7', '7D'],
  ['D30', '30D'],
];

/**
 * The status page: the oracle network over time, this gateway with its upstreams, and the chains.
 */
export function StatusPage() {
  const [params, setParams] = useSearchParams();
  const range = ranges.find(([name]) => name === params.get('range'))?.[0] ?? 'H24';
  return (
    <Page
      head={pageHeads.status}
      query={statusQuery}
      variables={{ range }}
      actions={
        <SegmentedControl
          label="Range"
          value={range}
          options={ranges}
          onChange={(value) => setParams({ range: value }, { replace: true })}
        />
      }
    >
      <div className="stack">
        <QuerySection query={statusQuery} variables={{ range }} height={1040} every={15_000}>
          {({ explorerHealth }) =>
            explorerHealth === null ? (
              <EmptyNote>Nothing is known about the oracle network.</EmptyNote>
            ) : (
              <Network health={explorerHealth} range={range} />
            )
          }
        </QuerySection>
        <div className="columns even">
          <PageSection title="Gateway and upstreams">
            <GatewayState />
          </PageSection>
          <PageSection title="Chains and contracts">
            <QuerySection query={deploymentQuery} variables={{}} height={415}>
              {({ deployment }) =>
                deployment === null ? (
                  <EmptyNote>No deployment is known.</EmptyNote>
                ) : (
                  <>
                    <Stats>
                      <Stat label="L3 chain" definition={definitions.l3}>
                        {String(deployment.chainId)}
                      </Stat>
                      <Stat label="Settlement chain" definition={definitions.settlement}>
                        {String(deployment.settlementChainId ?? '–')}
                      </Stat>
                    </Stats>
                    <ul className="below-controls">
                      {deployment.contracts.all
                        .filter(({ address }) => address !== null)
                        .map(({ name, address }) => (
                          <li key={name} className="list-row">
                            <span>{formatContractName(name)}</span>
                            <CopyableAddress
                              address={address ?? ''}
                              of={`the address of ${formatContractName(name)}`}
                            />
                          </li>
                        ))}
                    </ul>
                  </>
                )
              }
            </QuerySection>
          </PageSection>
        </div>
      </div>
    </Page>
  );
}

function Network(props: { readonly health: Health; readonly range: HealthRange }) {
  const { health, range } = props;
  const { latest, history } = health;
  const times = useMemo(() => {
    const points = history ?? [];
    const pointsOf = (pick: (point: (typeof points)[number]) => number | null) =>
      points.flatMap((point) => {
        const value = pick(point);
        const timestamp = Math.floor(toDate(point.polledAt).getTime() / 1000);
        return value === null ? [] : [{ timestamp, value }];
      });
    return {
      speed: [
        { name: 'Consensus', points: pointsOf((point) => point.avgConsensusTimeMs) },
        { name: 'Cycle', points: pointsOf((point) => point.avgCycleDurationMs) },
      ],
      healthy: [
        {
          name: 'Healthy oracles',
          token: '--series-3',
          look: 'area' as const,
          points: pointsOf((point) => point.totalPeersHealthy),
        },
      ],
    };
  }, [history]);
  return (
    <div className="stack">
      {latest !== null && <Latest latest={latest} history={history ?? []} range={range} />}
      <div className="columns even">
        <PageSection title="Healthy oracles" note="At each poll.">
          <TimeChart
            label="Healthy oracles over time"
            series={times.healthy}
            format={formatCount}
            height={220}
            counts
          />
        </PageSection>
        <PageSection
          title="Time to consensus and length of a cycle"
          note="Averages per round at each poll; a cycle includes reaching consensus."
        >
          <TimeChart
            label="Consensus time over time"
            series={times.speed}
            format={formatMillis}
            height={220}
          />
        </PageSection>
      </div>
      <Incidents history={history ?? []} period={periodOf(range)} />
    </div>
  );
}

const periodOf = (range: HealthRange) => `in the last ${rangeWords[range]}`;

const formatCount = (value: number) => formatNumber(value);

function Latest(props: {
  readonly latest: NonNullable<Health['latest']>;
  readonly history: NonNullable<Health['history']>;
  readonly range: HealthRange;
}) {
  const { latest, history, range } = props;
  const rounds = useMemo(() => countRounds(history), [history]);
  const period = periodOf(range);
  const share = (count: number, all: number) => (all === 0 ? null : (100 * count) / all);
  const polls = history.filter(({ quorumMet }) => quorumMet !== null);
  const withQuorum = polls.filter(({ quorumMet }) => quorumMet === true).length;
  return (
    <section className="part numbers" aria-label="Network now">
      <Stats>
        <Stat
          label="Network"
          definition={definitions.network}
          note={<TimeSince at={latest.polledAt} />}
        >
          <HealthBadge status={latest.worstStatus} />
        </Stat>
        <Stat
          label="Oracles healthy"
          definition={definitions.healthy}
          note={`${formatNumber(latest.signaturesCollected)} signed the latest round`}
        >
          {formatNumber(latest.totalPeersHealthy)} of {formatNumber(latest.totalPeers)}
        </Stat>
        <Stat
          label="Quorum"
          definition={definitions.quorum}
          note={`${formatPercent(share(withQuorum, polls.length))} of polls ${period}`}
        >
          {latest.quorumMet === null ? '–' : latest.quorumMet ? 'Met' : 'Not met'}
        </Stat>
        <Stat
          label="Time to consensus"
          definition={definitions.consensus}
          note="average per round, at the latest poll"
        >
          {formatMillis(latest.avgConsensusTimeMs)}
        </Stat>
        <Stat label="Rounds" definition={definitions.rounds} note={period}>
          {formatNumber(rounds?.all)}
        </Stat>
        <Stat
          label="Failed rounds"
          definition={definitions.failed}
          note={
            rounds === null
              ? period
              : `${formatNumber(rounds.failed)} of ${formatNumber(rounds.all)} ${period}`
          }
        >
          {formatPercent(rounds && share(rounds.failed, rounds.all))}
        </Stat>
        <Stat label="Orders waiting" definition={definitions.orders} note="at the latest poll">
          {formatNumber(latest.pendingOrderCount)}
        </Stat>
      </Stats>
      <ProofLine
        source="Polls of the oracles, by the data node"
        query={statusQuery}
        variables={{ range }}
      />
    </section>
  );
}
