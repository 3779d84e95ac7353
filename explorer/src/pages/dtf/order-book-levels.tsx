import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { OrderBookLevelsFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatCount, formatNumber } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { TableFoot } from '../../ui/table-foot.tsx';
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
export function OrderBookLevels(props: {
  readonly book: FragmentType<typeof orderBookLevels>;
  /** Assets under management of the fund, USD. */
  readonly aumUsd: number | null | undefined;
}) {
  const { aumUsd } = props;
  const book = readFragment(orderBookLevels, props.book);
  if (book.bids.length === 0 && book.asks.length === 0) {
    return <EmptyNote>Nothing is offered at the moment.</EmptyNote>;
  }
  const depth = Math.max(book.bidDepthUsd, book.askDepthUsd);
  const failed = book.assetsFailed;
  return (
    <section aria-label="Order book">
      <div className="book">
        <OrderBookSide side="Bids" levels={book.bids} depth={depth} />
        <OrderBookSide side="Asks" levels={book.asks} depth={depth} />
      </div>
      <TableFoot
        of="Order book"
        file="order-book"
        rows={() => toRows(book)}
        count={book.bids.length + book.asks.length}
      >
        <span className="small muted">
          {formatCompactUsd(book.bidDepthUsd)} of bids, {formatCompactUsd(book.askDepthUsd)} of
          asks, {formatNumber(book.spreadBps, 1)} bps apart, from the books of{' '}
          {formatCount(book.assetsIncluded, 'asset')}
          {failed.length > 0 && `; not included: ${failed.join(', ')}`}
          {aumUsd != null && depth > aumUsd && (
            <>
              . That is more than the whole fund, {formatCompactUsd(aumUsd)}: the book adds up the
              markets in which its assets trade, which do not depend on the size of the fund.
            </>
          )}
        </span>
      </TableFoot>
    </section>
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
