import { lazy, Suspense, useState } from 'react';
import { hasTreemap, Treemap } from '../../charts/treemap.tsx';
import { graphql } from '../../generated/gql.ts';
import { formatChange } from '../../lib/format.ts';
import { explainUnchanged, formatUnchanged } from '../../lib/fresh-prices.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const basketQuery = graphql(`
  query Basket($id: ID!) {
    dtf(id: $id) {
      id
      holdings {
        quantity
        asset {
          id
          symbol
        }
      }
      enrichment {
        holdings {
          name
          asset {
            id
            unchangedSince
          }
          symbol
          weight
          priceUsd
          change24hPct
          marketCapUsd
        }
      }
    }
  }
`);

/** Loaded when it is chosen. */
const BasketTable = lazy(() =>
  import('./basket-table.tsx').then(({ BasketTable }) => ({ default: BasketTable })),
);

/** Shows the holdings of a fund as a table or a treemap. */
export function FundBasket({ itpId }: { readonly itpId: string }) {
  const [view, setView] = useState<'table' | 'treemap'>('treemap');
  return (
    <QuerySection query={basketQuery} variables={{ id: itpId }} height={452}>
      {({ dtf }) => {
        const quantities = new Map(
          dtf?.holdings?.map(({ asset, quantity }) => [asset.symbol, quantity]),
        );
        const rows = (dtf?.enrichment.holdings ?? []).map((holding) => ({
          ...holding,
          quantity: quantities.get(holding.symbol),
        }));
        if (rows.length === 0) return <EmptyNote>There is no snapshot of the basket.</EmptyNote>;
        if (!hasTreemap(rows.map(({ weight }) => ({ share: weight })))) {
          return (
            <Suspense fallback={<Skeleton height={440} />}>
              <BasketTable rows={rows} />
            </Suspense>
          );
        }
        return (
          <>
            <SegmentedControl
              label="View"
              value={view}
              options={[
                ['treemap', 'Treemap'],
                ['table', 'Table'],
              ]}
              onChange={setView}
            />
            <div className="below-controls">
              {view === 'treemap' ? (
                <Treemap
                  label="Assets by weight"
                  caption="Area: weight, %; colour: change in 24 hours, %"
                  file="basket-treemap"
                  height={400}
                  items={rows.map(
                    ({ symbol, weight, change24hPct, asset: { unchangedSince } }) => ({
                      key: symbol,
                      name: symbol,
                      share: weight,
                      ...(unchangedSince === null
                        ? { change: change24hPct, detail: formatChange(change24hPct), hint: null }
                        : {
                            change: null,
                            detail: formatUnchanged(unchangedSince),
                            hint: explainUnchanged(unchangedSince),
                          }),
                    }),
                  )}
                />
              ) : (
                <Suspense fallback={<Skeleton height={400} />}>
                  <BasketTable rows={rows} />
                </Suspense>
              )}
            </div>
          </>
        );
      }}
    </QuerySection>
  );
}
