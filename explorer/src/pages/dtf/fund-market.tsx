import { FundQuote } from './fund-quote.tsx';
import { OrderBook } from './order-book.tsx';

/** The quote and the order book of a fund's shares, each of which fails alone. */
export function FundMarket({ itpId }: { readonly itpId: string }) {
  return (
    <>
      <FundQuote itpId={itpId} />
      <div className="below-controls">
        <OrderBook itpId={itpId} />
      </div>
    </>
  );
}
