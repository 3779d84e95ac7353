import { Link } from 'react-router';
import { PageSection } from '../../ui/page-section.tsx';

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

/** Shown before the first run: where to begin. */
export function Examples() {
  return (
    <PageSection
      title="Begin here"
      note="Choose a strategy and press Run; the result appears here. Or open an example."
    >
      <ul className="examples">
        {examples.map(({ title, text, query }) => (
          <li key={query}>
            <Link to={`/backtest?${query}`}>{title}</Link>
            <p className="small muted">{text}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
