import { z } from 'zod';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import {
  dropSensitiveFields,
  openObjectWithoutSecretsSchema,
} from '../../lib/encoding/sensitive-fields.ts';
import {
  bytes32Schema,
  coercedIntegerSchema,
  coercedNumberSchema,
  createPredicateSchema,
  createUnderKeySchema,
  isGraphQLInt,
  strictUnixSecondsSchema,
  strictWeiSchema,
  unixOrIsoSecondsSchema,
  weiTextOrIntegerSchema,
} from '../../lib/parse.ts';
import { createRowListSchema, dropDuplicateRows } from '../../lib/parse-rows.ts';
import {
  type Bytes32,
  type Usd,
  type WeiString,
  weiDigitsToNumber,
  weiToNumber,
} from '../../lib/units.ts';
import type { BasketAsset, DtfPrice, DtfRankingEntry, DtfSnapshot } from './schema.ts';
import { type SerializedNavSeries, serializeNavSeries } from './serialized-nav-series.ts';

/*
 * Each response has a strict schema, which matches the documentation of the data node, and one for
 * any format: also legacy data nodes, several encodings of numbers and undocumented fields. The
 * strict schema is tried first because it needs much less CPU. What it accepts, both parse alike.
 */

/** A DTF's price as sent by the data node, without the fields that the caller adds. */
export type DataNodeDtfPrice = Omit<DtfPrice, 'itp_id' | 'source' | 'aum_usd' | 'total_supply'> & {
  /** USD; null when the data node sent none. */
  readonly aum_usd: number | null;
  /** Null when the data node sent none. */
  readonly total_supply: WeiString | null;
  readonly extraFields?: Readonly<Record<string, unknown>>;
};

/** A whole number, the form that the data node documents. */
const strictInteger = createPredicateSchema(isGraphQLInt);

/** A DTF id in lower case, the form that the data node documents. */
const strictItpId = createPredicateSchema(
  (value): value is Bytes32 => typeof value === 'string' && /^0x[\da-f]{64}$/.test(value),
);

/** Fields that the gateway sets itself, and the `timestamp` of legacy nodes. */
const overriddenFields = {
  itp_id: z.unknown().optional(),
  nav_display: z.unknown().optional(),
  source: z.unknown().optional(),
  timestamp: z.unknown().optional(),
};

/** Returns the undocumented fields of a price, without those that may reveal secrets. */
function extraFieldsOf(
  sent: Readonly<Record<string, unknown>>,
): Pick<DataNodeDtfPrice, 'extraFields'> {
  const extraFields = dropSensitiveFields(
    Object.fromEntries(
      Object.entries(sent).filter(([name]) => !Object.hasOwn(overriddenFields, name)),
    ),
    () => false,
  );
  return Object.keys(extraFields).length === 0 ? {} : { extraFields };
}

/** `/itp-price`, in the documented or a legacy format; supply and AUM may be missing. */
export const anyFormatDtfPriceSchema: z.ZodType<DataNodeDtfPrice> = z
  .looseObject({
    ...overriddenFields,
    nav: weiTextOrIntegerSchema,
    assets_priced: coercedIntegerSchema,
    assets_total: coercedIntegerSchema,
    aum_usd: coercedNumberSchema.nullish(),
    total_supply: weiTextOrIntegerSchema.nullish(),
  })
  .transform(({ nav, total_supply, aum_usd, assets_priced, assets_total, ...sent }) => ({
    nav,
    nav_display: weiDigitsToNumber(nav),
    assets_priced,
    assets_total,
    aum_usd: aum_usd ?? null,
    total_supply: total_supply ?? null,
    ...extraFieldsOf(sent),
  }));

const strictPriceSchema = z
  .strictObject({
    itp_id: z.unknown(),
    nav: strictWeiSchema,
    nav_display: z.unknown(),
    assets_priced: strictInteger,
    assets_total: strictInteger,
    aum_usd: z.number(),
    total_supply: strictWeiSchema,
  })
  .transform(({ nav, assets_priced, assets_total, aum_usd, total_supply }): DataNodeDtfPrice => {
    const nav_display = weiDigitsToNumber(nav);
    return { nav, nav_display, assets_priced, assets_total, aum_usd, total_supply };
  });

/** `/itp-price`. */
export const upstreamDtfPriceSchema = z.union([strictPriceSchema, anyFormatDtfPriceSchema]);

/** Assets under management in USD: supply · nav / 1e36, exact until the final conversion. */
export function computeAum(supply: bigint, nav: bigint): number {
  return weiToNumber((supply * nav) / 10n ** 18n);
}

/** Returns the shares outstanding in wei, aum / nav rounded to 1e-6 shares; `0` if invalid. */
export function computeSupplyFromAum(aum: Usd, nav: Usd): WeiString {
  const millionths = Math.round((aum / nav) * 1e6);
  const isSupply = millionths > 0 && millionths < 1e60;
  return isSupply ? String(BigInt(millionths) * 10n ** 12n) : '0';
}

const documentedPoint = z.object({ timestamp: unixOrIsoSecondsSchema, nav: coercedNumberSchema });
const candle = z
  .object({ time: unixOrIsoSecondsSchema, close: coercedNumberSchema })
  .transform(({ time, close }) => ({ timestamp: time, nav: close }));

/** `/nav-series`: a bare array of points, or candles in `{ points }`. */
export const anyFormatNavSeriesSchema: z.ZodType<SerializedNavSeries> = z
  .union([
    createRowListSchema('nav-series', documentedPoint),
    createUnderKeySchema('points', createRowListSchema('nav-series', candle)),
  ])
  .transform(serializeNavSeries);

/** `/nav-series`; JSON that needs no change is passed on. */
export const upstreamNavSeriesSchema = z.union([
  z.instanceof(RawJson).transform(({ text }): SerializedNavSeries => ({ json: text })),
  z
    .array(z.object({ timestamp: strictUnixSecondsSchema, nav: z.number() }))
    .transform(serializeNavSeries),
  anyFormatNavSeriesSchema,
]);

/** `/aum-ranking`, in the documented or a legacy format; a missing supply is aum / nav. */
export const anyFormatDtfRankingSchema: z.ZodType<DtfRankingEntry[]> = createRowListSchema(
  'aum-ranking',
  openObjectWithoutSecretsSchema({
    itp_id: bytes32Schema,
    name: z.string(),
    symbol: z.string(),
    nav_per_share: coercedNumberSchema,
    aum_usd: coercedNumberSchema,
    total_supply: weiTextOrIntegerSchema.nullish(),
    asset_count: coercedIntegerSchema,
  }).transform(({ total_supply, asset_count, ...entry }) => ({
    ...entry,
    total_supply: total_supply ?? computeSupplyFromAum(entry.aum_usd, entry.nav_per_share),
    asset_count,
  })),
);

/** `/aum-ranking`. */
export const upstreamDtfRankingSchema = z
  .union([
    z.array(
      z.strictObject({
        itp_id: strictItpId,
        name: z.string(),
        symbol: z.string(),
        nav_per_share: z.number(),
        aum_usd: z.number(),
        total_supply: strictWeiSchema,
        asset_count: strictInteger,
      }),
    ),
    anyFormatDtfRankingSchema,
  ])
  .transform((entries) => dropDuplicateRows('aum-ranking', entries, ({ itp_id }) => itp_id));

/** One DTF of `/snapshot`, with the fields that the REST API does not pass on. */
export type UpstreamDtfSnapshot = DtfSnapshot & {
  /** Contract of the fund's shares on the settlement chain. */
  readonly bridged_itp_address?: string | undefined;
};

/** One DTF of `/snapshot`, in the documented or a legacy format. Weights are always fractions. */
export const anyFormatDtfSnapshotSchema: z.ZodType<UpstreamDtfSnapshot> = z.object({
  itp_id: bytes32Schema,
  name: z.string(),
  symbol: z.string(),
  nav: coercedNumberSchema,
  aum_usd: coercedNumberSchema,
  total_supply: weiTextOrIntegerSchema,
  assets: z.array(
    z
      .object({
        symbol: z.string(),
        name: z.string().optional(),
        weight: coercedNumberSchema,
        qty: weiTextOrIntegerSchema,
        price: coercedNumberSchema,
      })
      .transform((asset) => ({ ...asset, name: asset.name ?? asset.symbol })),
  ),
  bridged_itp_address: z.string().optional().catch(undefined),
});

const strictSnapshotSchema = z.object({
  itp_id: strictItpId,
  name: z.string(),
  symbol: z.string(),
  nav: z.number(),
  aum_usd: z.number(),
  total_supply: strictWeiSchema,
  assets: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      weight: z.number(),
      qty: strictWeiSchema,
      price: z.number(),
    }),
  ),
  bridged_itp_address: z.string().optional(),
});

/** One DTF of `/snapshot`. */
export const upstreamDtfSnapshotSchema = z.union([
  strictSnapshotSchema,
  anyFormatDtfSnapshotSchema,
]);

const anyFormatSnapshotListSchema = createRowListSchema(
  'dtf-snapshots',
  anyFormatDtfSnapshotSchema,
);
/** All DTFs of `/snapshot`, as array or `{ snapshots }`; rejects a market snapshot. */
export const anyFormatDtfSnapshotsSchema: z.ZodType<UpstreamDtfSnapshot[]> = z.union([
  anyFormatSnapshotListSchema,
  createUnderKeySchema('snapshots', anyFormatSnapshotListSchema),
]);

/** All DTFs of `/snapshot`. */
export const upstreamSnapshotsSchema = z.union([
  z.array(strictSnapshotSchema),
  anyFormatDtfSnapshotsSchema,
]);

/** The basket of an incomplete snapshot; a missing or invalid price becomes 0. */
const basket: z.ZodType<BasketAsset[]> = z.array(
  z
    .object({
      symbol: z.string(),
      name: z.string().nullish(),
      weight: coercedNumberSchema,
      price: coercedNumberSchema.nullish().catch(null),
    })
    .transform(({ symbol, name, weight, price }) => {
      return { symbol, name: name ?? symbol, weight, price: price ?? 0 };
    }),
);

/** The basket of one DTF in `/snapshot`. */
export const basketSchema = z.object({ assets: basket }).transform(({ assets }) => assets);

const namedBaskets = createRowListSchema(
  'dtf-snapshots',
  z.object({ itp_id: bytes32Schema, assets: basket }),
).transform((rows) => new Map(rows.map(({ itp_id, assets }) => [itp_id, assets])));
/** The baskets of all DTFs in `/snapshot`, by id. */
export const upstreamDtfBasketsSchema = z.union([
  namedBaskets,
  z.object({ snapshots: namedBaskets }).transform(({ snapshots }) => snapshots),
]);
