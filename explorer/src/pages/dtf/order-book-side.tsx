import type { CSSProperties } from 'react';
import type { OrderBookLevelsFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatFixed, formatQuote } from '../../lib/format.ts';
import { Term } from '../../ui/fields.tsx';

/** What the columns beside the price are. */
const definitions = {
  Shares: 'Number of shares offered at this price.',
  Value: 'Value of these shares, USD.',
  Sum: 'Value of all offers up to this price, USD.',
} as const;

/**
 * The bids or the asks of an order book, best price first. A bar behind each level shows the value
 * of all offers up to it.
 */
export function OrderBookSide(props: {
  readonly side: 'Bids' | 'Asks';
  readonly levels: OrderBookLevelsFragment['bids'];
  /** The value that a bar of full width has, USD. */
  readonly depth: number;
}) {
  const { side, levels, depth } = props;
  let sum = 0;
  const sums = levels.map(({ usdValue }) => {
    sum += usdValue;
    return sum;
  });
  return (
    <table className={`book-side ${side === 'Bids' ? 'bids' : 'asks'}`} aria-label={side}>
      <thead>
        <tr>
          <th scope="col">{side === 'Bids' ? 'Bid' : 'Ask'}</th>
          {Object.entries(definitions).map(([name, definition]) => (
            <th key={name} scope="col" className="right">
              <Term text={definition}>
                <span className="defined">{name}</span>
              </Term>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map(({ priceUsd, quantity, usdValue }, index) => (
          <tr
            key={`${side}${index.toString()}`}
            style={{ '--depth': `${((sums[index] ?? 0) / depth) * 100}%` } as CSSProperties}
          >
            <td>
              <strong>{formatQuote(priceUsd)}</strong>
            </td>
            <td className="right">{formatFixed(quantity)}</td>
            <td className="right">{formatCompactUsd(usdValue)}</td>
            <td className="right">{formatCompactUsd(sums[index])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
