import { useState } from 'react';
import { graphql } from '../../generated/gql.ts';
import type { EarlierRunsQuery, SimulationRunOrderField } from '../../generated/graphql.ts';
import { formatFixed, formatNumber, formatPercent } from '../../lib/format.ts';
import { joinUnits } from '../../lib/join-units.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { Pager, useCursorPages } from '../../ui/pager.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { maxRuns } from './compared-runs.ts';
import { formatRunName, hasRatios } from './format-run.ts';

const earlierRunsQuery = graphql(`
  query EarlierRuns($after: String, $orderBy: SimulationRunOrder) {
    simulationResults(first: 20, after: $after, orderBy: $orderBy) {
      totalCount
      pageInfo {
        ...PagerPage
      }
      edges {
        node {
          id
          runId
          ...RunName
          stats {
            totalReturnPct
            sharpeRatio
            maxDrawdownPct
            startDate
            endDate
          }
        }
      }
    }
  }
`);

const orders: Readonly<Partial<Record<SimulationRunOrderField, string>>> = {
  COMPUTED_AT: 'Newest first',
  TOTAL_RETURN: 'Highest return',
  SHARPE: 'Highest Sharpe',
  MAX_DRAWDOWN: 'Smallest drawdown',
};

type Stats = NonNullable<
  NonNullable<EarlierRunsQuery['simulationResults']>['edges'][number]['node']['stats']
>;

/** The figure by which the list is ordered; otherwise the return. */
function showFigure(order: SimulationRunOrderField, stats: Stats) {
  if (order === 'SHARPE')
    return `Sharpe ${formatFixed(hasRatios(stats) ? stats.sharpeRatio : null)}`;
  if (order === 'MAX_DRAWDOWN') return formatPercent(stats.maxDrawdownPct);
  return <PercentChange percent={stats.totalReturnPct} />;
}

/** The runs of all users in pages, from which runs can be selected. */
export function EarlierRuns(props: {
  readonly shown: readonly number[];
  /** Changes when runs have finished, so that the list is read again. */
  readonly version: string;
  readonly onCompare: (runIds: readonly number[]) => void;
}) {
  const [changed, setChanged] = useState<readonly number[] | null>(null);
  const [order, setOrder] = useState<SimulationRunOrderField>('COMPUTED_AT');
  const pages = useCursorPages();
  const chosen = changed ?? props.shown;
  const toggle = (runId: number) =>
    setChanged(chosen.includes(runId) ? chosen.filter((id) => id !== runId) : [...chosen, runId]);
  return (
    <div className="earlier-runs">
      <SelectField
        label="Order"
        value={order}
        onChange={({ target }) => {
          setOrder(target.value as SimulationRunOrderField);
          pages.first();
        }}
      >
        {Object.entries(orders).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <QuerySection
        key={props.version}
        query={earlierRunsQuery}
        variables={{ after: pages.after, orderBy: { field: order } }}
        height={392}
      >
        {({ simulationResults }) => {
          const runs = simulationResults?.edges.map(({ node }) => node) ?? [];
          if (simulationResults === null || runs.length === 0)
            return <EmptyNote>There are none yet.</EmptyNote>;
          return (
            <>
              <ul className="run-list">
                {runs.map((run) => (
                  <li key={run.id} className="list-row">
                    <label>
                      <input
                        type="checkbox"
                        checked={chosen.includes(run.runId)}
                        disabled={!chosen.includes(run.runId) && chosen.length >= maxRuns}
                        onChange={() => toggle(run.runId)}
                      />
                      {joinUnits(formatRunName(run))}
                    </label>
                    <span className="nowrap">
                      {run.stats !== null && showFigure(order, run.stats)}
                    </span>
                  </li>
                ))}
              </ul>
              <Pager
                pages={pages}
                pageInfo={simulationResults.pageInfo}
                summary={describePage(pages.page, runs.length, simulationResults.totalCount)}
              />
            </>
          );
        }}
      </QuerySection>
      <div className="chosen-runs">
        <span className="small muted" role="status">
          {formatNumber(chosen.length)} of {maxRuns} chosen
        </span>
        {chosen.length > 0 && (
          <Button size="small" look="quiet" onClick={() => setChanged([])}>
            Clear
          </Button>
        )}
        <Button
          disabled={chosen.length < 2}
          onClick={() => {
            props.onCompare(chosen);
            setChanged(null);
          }}
        >
          Compare
        </Button>
      </div>
    </div>
  );
}

/** Number of runs on a page. */
const pageSize = 20;

function describePage(page: number, count: number, total: number): string {
  const first = (page - 1) * pageSize + 1;
  return `${formatNumber(first)}–${formatNumber(first + count - 1)} of ${formatNumber(total)}`;
}
