import { useState } from 'react';
import { BarList } from '../../charts/bar-list.tsx';
import { graphql } from '../../generated/gql.ts';
import { formatDay, formatFraction, formatPrice } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const rebalanceQuery = graphql(`
  query Rebalance($ids: [ID!]!, $date: Date) {
    simulations(ids: $ids) {
      id
      holdings(date: $date) {
        coinId
        weight
        price
        rebalanceDate
        asset {
          id
          symbol
        }
      }
    }
  }
`);

/** Shows the holdings after each rebalance; users step from one rebalance to the next. */
export function Rebalances(props: {
  readonly runId: number;
  readonly days: readonly string[];
  readonly every: number | null;
}) {
  const { runId, days, every } = props;
  const dates = every === null ? [] : days.filter((_, index) => index % every === 0);
  const [position, setPosition] = useState<number | null>(null);
  const date = position === null ? null : (dates[position] ?? null);
  const current = position ?? dates.length - 1;
  return (
    <>
      {dates.length > 1 && (
        <div className="stepper">
          <Button size="small" disabled={current <= 0} onClick={() => setPosition(current - 1)}>
            Earlier
          </Button>
          <input
            type="range"
            aria-label="Rebalance"
            aria-valuetext={date === null ? 'latest' : formatDay(date)}
            min={0}
            max={dates.length - 1}
            value={current}
            onChange={({ target }) => setPosition(Number(target.value))}
          />
          <Button
            size="small"
            disabled={current >= dates.length - 1}
            onClick={() => setPosition(current + 1)}
          >
            Later
          </Button>
        </div>
      )}
      <QuerySection query={rebalanceQuery} variables={{ ids: [String(runId)], date }} height={360}>
        {({ simulations }) => {
          const holdings = simulations?.[0]?.holdings ?? [];
          const day = holdings[0]?.rebalanceDate ?? date;
          return (
            <>
              {holdings.length === 0 ? (
                <EmptyNote>No rebalance on this day.</EmptyNote>
              ) : (
                <BarList
                  label="Holdings by weight"
                  caption={
                    <span role="status">
                      Weight, %{day === null ? '' : `, after the rebalance of ${formatDay(day)}`}
                    </span>
                  }
                  file={`backtest-${runId}-holdings`}
                  columns={['rebalance', 'coin', 'symbol', 'weight_fraction', 'price_usd']}
                  bars={holdings.slice(0, 25).map(({ coinId, asset, weight, price }) => ({
                    key: coinId,
                    name: (
                      <>
                        <strong>{asset.symbol}</strong>{' '}
                        <span className="muted">{formatPrice(price)}</span>
                      </>
                    ),
                    value: weight,
                    text: formatFraction(weight),
                    cells: [day, coinId, asset.symbol, weight, price],
                  }))}
                />
              )}
            </>
          );
        }}
      </QuerySection>
    </>
  );
}
