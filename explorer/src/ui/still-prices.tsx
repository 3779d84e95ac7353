import type { ReactNode } from 'react';
import { formatPercent } from '../lib/format.ts';
import { isMarked } from '../lib/fresh-prices.ts';

/** Warns where a part of a fund's basket does not move; nothing for other funds. */
export function StillPrices(props: {
  /** Weight of the unchanged prices, percent. */
  readonly unchangedPct: number | null | undefined;
  /** Names the assets that do not move. */
  readonly children?: ReactNode;
}) {
  const { unchangedPct, children } = props;
  if (!isMarked(unchangedPct)) return null;
  return (
    <p className="still-prices small" role="note">
      <strong>
        {formatPercent(Math.ceil(10 * unchangedPct) / 10)} of the basket does not move
      </strong>
      : risk is understated. {children}
    </p>
  );
}
