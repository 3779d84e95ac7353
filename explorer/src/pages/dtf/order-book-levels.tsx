import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { OrderBookLevelsFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatCount, formatNumber } from '../../lib/format.ts';
import { CsvButton } from '../../performance/csv-button.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { OrderBookSide } from './order-book-side.tsx';

export const orderBookLevels = graphql(`
  fragment OrderBookLevels on DtfOrderBook {
    bids {
      priceUsd
      quantity
      usdValue
    }
    asks {
      priceUsd
      quantity
      usdValue
    }
    spreadBps
    bidDepthUsd
    askDepthUsd
    assetsIncluded
    assetsFailed
  }
`);

/** Both sides of an order book beside each other, with its depth in words. */
export function OrderBookLevels(props: { readonly book: FragmentType<typeof orderBookLevels> }) {
  const book = readFragment(orderBookLevels, props.book);
  if (book.bids.length === 0 && book.asks.length === 0) {
    return <EmptyNote>Nothing is offered at the moment.</EmptyNote>;
  }
  const depth = Math.max(book.bidDepthUsd, book.askDepthUsd);
  const failed = book.assetsFailed;
  return (
    <>
      <div className="book">
        <OrderBookSide side="Bids" levels={book.bids} depth={depth} />
        <OrderBookSide side="Asks" levels={book.asks} depth={depth} />
      </div>
      <div className="pager">
        <span className="small muted">
          {formatCompactUsd(book.bidDepthUsd)} of bids, {formatCompactUsd(book.askDepthUsd)} of
          asks, {formatNumber(book.spreadBps, 1)} bps apart, from the books of{' '}
          {formatCount(book.assetsIncluded, 'asset')}
          {failed.length > 0 && `; not in it: ${failed.join(', ')}`}
        </span>
        <CsvButton of="Order book" file="order-book" rows={() => toRows(book)} />
      </div>
    </>
  );
}

function toRows({ bids, asks }: OrderBookLevelsFragment) {
  const rowsOf = (side: string, levels: OrderBookLevelsFragment['bids']) =>
    levels.map(({ priceUsd, quantity, usdValue }) => [side, priceUsd, quantity, usdValue]);
  return [
    ['side', 'price_usd', 'shares', 'value_usd'],
    ...rowsOf('bid', bids),
    ...rowsOf('ask', asks),
  ];
}
