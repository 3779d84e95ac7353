import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { HealthRange, StatusPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatMillis, formatNumber, shortenHex, toDate } from '../../lib/format.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { HealthBadge, Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { pageHeads } from '../page-heads.ts';
import { GatewayState } from './gateway-state.tsx';

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
        avgCycleDurationMs
        pendingOrderCount
        consensusRoundsTotal
        consensusFailedTotal
      }
      history(range: $range) {
        polledAt
        totalPeersHealthy
        avgConsensusTimeMs
        avgCycleDurationMs
      }
    }
  }
`);

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
        <QuerySection query={statusQuery} variables={{ range }} height={513} every={15_000}>
          {({ explorerHealth }) =>
            explorerHealth === null ? (
              <EmptyNote>Nothing is known of the oracle network.</EmptyNote>
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
                      <Stat label="L3 chain">{String(deployment.chainId)}</Stat>
                      <Stat label="Settlement chain">
                        {String(deployment.settlementChainId ?? '–')}
                      </Stat>
                    </Stats>
                    <ul className="below-controls">
                      {deployment.contracts.all
                        .filter(({ address }) => address !== null)
                        .map(({ name, address }) => (
                          <li key={name} className="list-row">
                            <span>{name}</span>
                            <span className="mono muted" title={address ?? undefined}>
                              {shortenHex(address ?? '')}
                            </span>
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
      {latest !== null && <Latest latest={latest} range={range} />}
      <div className="columns even">
        <PageSection title="Healthy oracles">
          <TimeChart
            label="Healthy oracles over time"
            series={times.healthy}
            format={formatCount}
            height={220}
            counts
          />
        </PageSection>
        <PageSection title="Time to consensus and length of a cycle">
          <TimeChart
            label="Consensus time over time"
            series={times.speed}
            format={formatMillis}
            height={220}
          />
        </PageSection>
      </div>
    </div>
  );
}

const formatCount = (value: number) => formatNumber(value);

function Latest(props: {
  readonly latest: NonNullable<Health['latest']>;
  readonly range: HealthRange;
}) {
  const { latest, range } = props;
  return (
    <section className="part numbers" aria-label="Network now">
      <Stats>
        <Stat label="Network" note={<TimeSince at={latest.polledAt} />}>
          <HealthBadge status={latest.worstStatus} />
        </Stat>
        <Stat label="Oracles healthy">
          {formatNumber(latest.totalPeersHealthy)} of {formatNumber(latest.totalPeers)}
        </Stat>
        <Stat label="Quorum">{latest.quorumMet ? 'Met' : 'Not met'}</Stat>
        <Stat label="Consensus">{formatMillis(latest.avgConsensusTimeMs)}</Stat>
        <Stat label="Rounds">{formatNumber(latest.consensusRoundsTotal)}</Stat>
        <Stat label="Failed">{formatNumber(latest.consensusFailedTotal)}</Stat>
      </Stats>
      <ProofLine
        source="Polls of the oracles, by the data node"
        query={statusQuery}
        variables={{ range }}
      />
    </section>
  );
}
