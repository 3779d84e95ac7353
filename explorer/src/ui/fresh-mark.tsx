import { formatFreshShare, freshPricesDefinition, isMarked } from '../lib/fresh-prices.ts';

/** Marks a fund of which a part of the basket has prices that stand still; nothing for others. */
export function FreshMark({ unchangedPct }: { readonly unchangedPct: number | null }) {
  if (!isMarked(unchangedPct)) return null;
  return (
    <span className="badge second" title={`Fresh prices. ${freshPricesDefinition}`}>
      {formatFreshShare(unchangedPct)} fresh
    </span>
  );
}
