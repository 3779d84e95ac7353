import { useQuery } from 'urql';
import './order-book.css';
import type { FragmentType } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { useLiveData } from '../../graphql/use-live-data.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { StillPrices } from '../../ui/still-prices.tsx';
import { OrderBookLevels, type orderBookLevels } from './order-book-levels.tsx';

const orderBookQuery = graphql(`
  query OrderBook($id: ID!, $levels: Int!, $aggregationBps: Int!) {
    dtf(id: $id) {
      id
      orderBook(levels: $levels, aggregationBps: $aggregationBps) {
        ...OrderBookLevels
      }
    }
  }
`);

/** Not part of the query of the book, which fails alone. */
const bookFundQuery = graphql(`
  query BookFund($id: ID!) {
    dtf(id: $id) {
      id
      aumUsd
      unchangedPricesPct
    }
  }
`);

const liveOrderBook = graphql(`
  subscription LiveOrderBook($id: ID!, $levels: Int!, $aggregationBps: Int!) {
    dtfOrderBook(id: $id, levels: $levels, aggregationBps: $aggregationBps) {
      ...OrderBookLevels
    }
  }
`);

/** Levels of each side. */
const levels = 12;
/** Height of the section while it loads, pixels. */
const height = 530;

/** Widths of a level in basis points. */
const widths = [
  ['10', '0.1 %'],
  ['25', '0.25 %'],
  ['50', '0.5 %'],
  ['100', '1 %'],
] as const;

/** The order book of a fund's shares with levels of a selectable width, live. */
export function OrderBook({ itpId }: { readonly itpId: string }) {
  const [width, setWidth] = useUrlChoice('level', widths, '10');
  const variables = { id: itpId, levels, aggregationBps: Number(width) };
  const [{ data }] = useQuery({ query: bookFundQuery, variables: { id: itpId } });
  return (
    <QuerySection query={orderBookQuery} variables={variables} height={height} every={60_000}>
      {({ dtf }) =>
        dtf?.orderBook == null ? (
          <EmptyNote>The data node has no order book for this fund.</EmptyNote>
        ) : (
          <>
            <div className="chart-controls">
              <h3>Order book</h3>
              <SegmentedControl
                label="Width of a level"
                value={width}
                options={widths}
                onChange={setWidth}
              />
            </div>
            {/* The book is of a basket whose prices may stand still in part. */}
            <StillPrices unchangedPct={data?.dtf?.unchangedPricesPct} />
            <LiveOrderBook
              key={width}
              book={dtf.orderBook}
              aumUsd={data?.dtf?.aumUsd}
              variables={variables}
            />
          </>
        )
      }
    </QuerySection>
  );
}

function LiveOrderBook(props: {
  /** What is shown until the first event. */
  readonly book: FragmentType<typeof orderBookLevels>;
  readonly aumUsd: number | null | undefined;
  readonly variables: {
    readonly id: string;
    readonly levels: number;
    readonly aggregationBps: number;
  };
}) {
  const live = useLiveData(liveOrderBook, props.variables);
  return <OrderBookLevels book={live?.dtfOrderBook ?? props.book} aumUsd={props.aumUsd} />;
}
