import { lazy, Suspense, useCallback } from 'react';
import { Link } from 'react-router';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type FormValues, readFormValues } from './form-values.ts';

/** Loaded with its plot, which a page of one column does not show. */
const ExampleRun = lazy(() =>
  import('./example-run.tsx').then(({ ExampleRun }) => ({ default: ExampleRun })),
);

/** Strategies and sweeps to begin with, as the query string of the page has them. */
const examples = [
  {
    title: 'The ten largest coins by market cap',
    text: 'Rebalanced every 30 days, beside BTC and ETH: what an index fund would have done.',
    query: 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30',
  },
  {
    title: 'Equal risk in twenty coins',
    text: 'Each coin adds the same risk, by the covariance of the last 60 days.',
    query: 'categoryId=all&topN=20&weighting=risk_parity_60&rebalanceDays=30',
  },
  {
    title: 'Out of the market while greed lasts',
    text: 'Half in stablecoins when the fear and greed index is above 75.',
    query: 'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30&fngMode=GREED&fngCashPct=0.5',
  },
  {
    title: 'How often should you rebalance?',
    text: 'A sweep from two weeks to half a year, and on drift, with a test for luck.',
    query: 'categoryId=all&topN=10&weighting=equal&rebalanceDays=30&sweep=REBALANCE',
  },
  {
    title: 'How many coins, and at what fee?',
    text: 'A heatmap of the Sharpe ratio over two parameters.',
    query:
      'categoryId=all&topN=10&weighting=mcap&rebalanceDays=30&sweep=TOP_N&steps=5,10,20,50&by=baseFeePct&values=0,0.1,0.5',
  },
] as const;

const addressOf = (query: string) => `/backtest?${query}`;

const [shown] = examples;
const shownValues = readFormValues(new URLSearchParams(shown.query));

/**
 * Shown before the first run: where to begin, and beside the form the result of the first example.
 * In one column that result would push the earlier runs out of reach.
 */
export function Examples(props: {
  /** Called when the shown run is known. */
  readonly onRun: (runId: number, values: FormValues) => void;
}) {
  const { onRun } = props;
  const identify = useCallback((runId: number) => onRun(runId, shownValues), [onRun]);
  const isNarrow = useIsNarrow();
  return (
    <>
      <PageSection
        title="Begin here"
        note={
          isNarrow
            ? 'Choose a strategy and press Run; the result appears here. Or open an example.'
            : 'Choose a strategy and press Run, or open an example. The result of the first one is below.'
        }
      >
        <ul className="examples">
          {examples.map(({ title, text, query }) => (
            <li key={query}>
              <Link to={addressOf(query)}>{title}</Link>
              <p className="small muted">{text}</p>
            </li>
          ))}
        </ul>
      </PageSection>
      {!isNarrow && (
        <Suspense fallback={<Skeleton height={exampleHeight} />}>
          <ExampleRun
            values={shownValues}
            address={addressOf(shown.query)}
            height={exampleHeight}
            onRun={identify}
          />
        </Suspense>
      )}
    </>
  );
}

/** Height of the example, px. */
const exampleHeight = 740;
