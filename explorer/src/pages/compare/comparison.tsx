import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { ComparePeersQueryVariables } from '../../generated/graphql.ts';
import {
  formatGivenPercent,
  formatIsoDay,
  formatMultiple,
  formatPercent,
  formatUtcDay,
} from '../../lib/format.ts';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { WhenNear } from '../../ui/when-near.tsx';
import { describeCommonDays } from './common-days.ts';
import { toCommonDays, toDrawdown, toGrowth } from './growth.ts';
import {
  addFigures,
  comparePeersQuery,
  findReference,
  type Peer,
  peerFiguresQuery,
} from './peers.ts';

/** Below the first screen: loaded when the reader comes near. */
const FigureTable = lazy(() =>
  import('./figure-table.tsx').then(({ FigureTable }) => ({ default: FigureTable })),
);
const Correlations = lazy(() =>
  import('./correlations.tsx').then(({ Correlations }) => ({ default: Correlations })),
);
const Overlaps = lazy(() =>
  import('./overlaps.tsx').then(({ Overlaps }) => ({ default: Overlaps })),
);

/** Most peers of which two matrices fit beside each other. */
const mostBeside = 5;

/** Growth, figures, drawdowns, correlations and overlaps of some peers. */
export function Comparison(props: {
  readonly peers: readonly Peer[];
  /** What the query of the peers was given. */
  readonly variables: ComparePeersQueryVariables;
  /** The control of the range. */
  readonly range: ReactNode;
}) {
  const { peers, variables, range } = props;
  const reference = findReference(peers);
  const funds = peers.flatMap(({ name, fund }) =>
    fund === null ? [] : [{ name, itpId: fund.itpId }],
  );
  const { growth, drawdown, start, end } = useMemo(() => {
    const days = toCommonDays(peers.map(({ points }) => points));
    const series = days.map((points, index) => ({
      name: peers[index]?.name ?? '',
      // Both of two lines can be seen where one lies on the other.
      look: index % 2 === 0 ? ('line' as const) : ('dashed' as const),
      points: toGrowth(points),
    }));
    return {
      growth: series,
      drawdown: series.map((one) => ({ ...one, points: toDrawdown(one.points) })),
      start: days[0]?.[0]?.timestamp,
      end: days[0]?.at(-1)?.timestamp,
    };
  }, [peers]);
  return (
    <>
      <PageSection
        title={start === undefined ? 'Growth of 1' : `Growth of 1 since ${formatUtcDay(start)}`}
        note={<SyntheticNote />}
        actions={range}
      >
        {start === undefined ? (
          <EmptyNote>These series have no common days in this range.</EmptyNote>
        ) : (
          <TimeChart
            label="Growth of 1 for each of them"
            series={growth}
            format={formatMultiple}
            height={360}
            daily
          />
        )}
      </PageSection>
      <PageSection title="Drawdown" note="Loss since the last peak.">
        <TimeChart
          label="Loss since the last peak of each of them"
          series={drawdown}
          format={formatPercent}
          formatMark={formatGivenPercent}
          height={240}
          daily
        />
      </PageSection>
      {start !== undefined && end !== undefined && (
        <PageSection
          title="Figures"
          note={
            <>
              <strong className="window-note">{describeCommonDays(peers, start, end)}</strong> NAV
              and AUM are live. Risk-free rate 0.
            </>
          }
        >
          <WhenNear height={80 + 45 * peers.length}>
            <QuerySection
              query={peerFiguresQuery}
              variables={{
                ...variables,
                from: formatIsoDay(start),
                to: formatIsoDay(end),
                reference: reference ?? 'BTC',
                hasReference: reference !== null,
              }}
              height={80 + 45 * peers.length}
            >
              {(data) => (
                <Suspense fallback={<Skeleton height={80 + 45 * peers.length} />}>
                  <FigureTable
                    rows={addFigures(peers, data)}
                    reference={reference}
                    from={formatIsoDay(start)}
                    to={formatIsoDay(end)}
                  />
                  <ProofLine
                    source="NAV and AUM of the data node"
                    query={comparePeersQuery}
                    variables={variables}
                  />
                </Suspense>
              )}
            </QuerySection>
          </WhenNear>
        </PageSection>
      )}
      <div
        className={funds.length > 1 && peers.length <= mostBeside ? 'columns even level' : 'stack'}
      >
        <PageSection title="Correlation of daily returns" note="Pearson, over the common days.">
          <WhenNear height={120 + 45 * peers.length}>
            <Suspense fallback={<Skeleton height={120 + 45 * peers.length} />}>
              <Correlations series={growth} />
            </Suspense>
          </WhenNear>
        </PageSection>
        {funds.length > 1 && (
          <PageSection
            title="Overlap of holdings"
            note="For each pair of funds, the smaller of the two weights of each asset, added up over all assets. Weights of the latest baskets."
          >
            <WhenNear height={120 + 45 * funds.length}>
              <Suspense fallback={<Skeleton height={120 + 45 * funds.length} />}>
                <Overlaps funds={funds} height={120 + 45 * funds.length} />
              </Suspense>
            </WhenNear>
          </PageSection>
        )}
      </div>
    </>
  );
}
