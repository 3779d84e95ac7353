import type { ReactNode } from 'react';
import { formatCount, formatFraction, formatPercent, roundingNoise } from '../lib/format.ts';
import { formatUnchanged, isMarked, understatedNote } from '../lib/fresh-prices.ts';

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
    <p className="still-prices small" role="note" title={understatedNote}>
      <strong>
        {formatPercent(Math.ceil(100 * unchangedPct - roundingNoise) / 100)} of the basket does not
        move
      </strong>
      : risk is understated. {children}
    </p>
  );
}

/** Number of assets that are named. */
const named = 3;

/** Names the largest assets of a basket whose prices do not move, each with the day since when. */
export function StillAssets(props: {
  readonly holdings: readonly {
    readonly symbol: string;
    /** Share of the value, a fraction. */
    readonly weight: number;
    readonly asset: { readonly unchangedSince: string | null };
  }[];
}) {
  const still = props.holdings
    .filter(({ asset }) => asset.unchangedSince !== null)
    .sort((a, b) => b.weight - a.weight);
  if (still.length === 0) return null;
  const texts = still
    .slice(0, named)
    .map(
      ({ symbol, weight, asset }) =>
        `${symbol} ${formatFraction(weight)} ${formatUnchanged(asset.unchangedSince ?? '')}`,
    );
  const rest = still.length - texts.length;
  return (
    <span>
      {texts.join('; ')}
      {rest > 0 && `; and ${formatCount(rest, 'smaller asset')}`}.
    </span>
  );
}
