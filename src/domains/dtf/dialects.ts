import { z } from 'zod';
import { parseBytes32, weiToNumber } from '../../core/units.ts';
import { looseNumber, looseSeconds, looseWei } from '../../core/wire.ts';
import { withShortCut } from '../../upstreams/index.ts';
import {
  type DataNodePrice,
  readNavSeries,
  readPrice,
  readRanking,
  readSnapshot,
  readSnapshots,
} from './documented.ts';
import type { DtfSnapshot, NavPoint, RankingEntry } from './shapes.ts';

const count = looseNumber.refine(Number.isInteger);
const itpId = z.string().transform((text, issues) => {
  const id = parseBytes32(text);
  if (id) return id;
  issues.addIssue('not a DTF id');
  return z.NEVER;
});

/**
 * `/itp-price` of the data node: numbers or decimal strings, supply and AUM possibly missing
 * (wire-facts 1.26). AUM = supply · nav / 1e36.
 */
export const anyPrice: z.ZodType<DataNodePrice> = z
  .object({
    nav: looseWei,
    assets_priced: count,
    assets_total: count,
    aum_usd: looseNumber.optional(),
    total_supply: looseWei,
  })
  .transform(({ nav, total_supply, aum_usd, ...counts }) => ({
    nav,
    nav_display: weiToNumber(BigInt(nav)),
    ...counts,
    aum_usd: aum_usd ?? aumOf(BigInt(total_supply), BigInt(nav)),
    total_supply,
  }));

/** `/itp-price`, by the short cut where it is as documented. */
export const dataNodePrice = withShortCut(anyPrice, readPrice);

/** Assets under management in USD, exact until the last step: supply · nav / 1e36. */
export function aumOf(supply: bigint, nav: bigint): number {
  return weiToNumber((supply * nav) / 10n ** 18n);
}

const documentedPoint = z.object({ timestamp: looseSeconds, nav: looseNumber });
const candle = z
  .object({ time: looseSeconds, close: looseNumber })
  .transform(({ time, close }) => ({ timestamp: time, nav: close }));

/** `/nav-series`: a bare array of points, or candles in `{ points }` (wire-facts 1.8). */
export const anyNavSeries: z.ZodType<NavPoint[]> = z.union([
  z.array(documentedPoint),
  z.object({ points: z.array(candle) }).transform(({ points }) => points),
]);

/** `/nav-series`, by the short cut where it is as documented. */
export const navSeries = withShortCut(anyNavSeries, readNavSeries);

/** `/aum-ranking`: a bare array; decimals as numbers or strings (wire-facts 1.9). */
export const anyRanking: z.ZodType<RankingEntry[]> = z.array(
  z.object({
    itp_id: itpId,
    name: z.string(),
    symbol: z.string(),
    nav_per_share: looseNumber,
    aum_usd: looseNumber,
    total_supply: looseWei,
    asset_count: count,
  }),
);

/** `/aum-ranking`, by the short cut where it is as documented. */
export const ranking = withShortCut(anyRanking, readRanking);

/** One DTF of `/snapshot`; weights given in percent or as wei are not known in the wild. */
export const anySnapshot: z.ZodType<DtfSnapshot> = z.object({
  itp_id: itpId,
  name: z.string(),
  symbol: z.string(),
  nav: looseNumber,
  aum_usd: looseNumber,
  total_supply: looseWei,
  assets: z.array(
    z
      .object({
        symbol: z.string(),
        name: z.string().optional(),
        weight: looseNumber,
        qty: looseWei,
        price: looseNumber,
      })
      .transform((asset) => ({ ...asset, name: asset.name ?? asset.symbol })),
  ),
});

/** One DTF of `/snapshot`, by the short cut where it is as documented. */
export const snapshot = withShortCut(anySnapshot, readSnapshot);

/** All DTFs of `/snapshot`: a bare array or wrapped; a market snapshot of the same name is refused. */
export const anySnapshots: z.ZodType<DtfSnapshot[]> = z.union([
  z.array(anySnapshot),
  z.object({ snapshots: z.array(anySnapshot) }).transform((body) => body.snapshots),
]);

/** All DTFs of `/snapshot`, by the short cut where they are as documented. */
export const snapshots = withShortCut(anySnapshots, readSnapshots);
