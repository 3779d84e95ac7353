import { joinCompoundKey } from '../../../src/lib/global-id.ts';
import type {
  Fund,
  Holding,
  Market,
  MaybePromise,
  PeerContext,
  Price,
  Row,
} from './upstream-reads.ts';

type Page = { readonly first: number; readonly after?: string | null };
type AssetRef = { readonly symbol: string; readonly price?: number };

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (text: string): string => Buffer.from(text, 'base64url').toString();
const then = <T, U>(value: MaybePromise<T>, use: (value: T) => U): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value);

/**
 * Returns one page of a list. A cursor is a JSON array that ends with a key, like the gateway's
 * cursors, so that all contestants accept the same documents. Cursors are encoded only if they are
 * selected.
 */
function toPage<T>(items: readonly T[], page: Page, keyOf: (item: T) => string) {
  const after = page.after ? JSON.parse(decode(page.after)).at(-1) : null;
  const start = after === null ? 0 : items.findIndex((item) => keyOf(item) === after) + 1;
  const edges = items
    .slice(start, start + page.first)
    .map((node) => ({ node, cursor: () => encode(JSON.stringify([keyOf(node)])) }));
  return { edges, totalCount: items.length };
}

/** Resolvers as a typical user would write them. All GraphQL peers use them. */
export const resolvers = {
  Query: {
    dtfs: (_root: unknown, page: Page, { reads }: PeerContext) =>
      then(reads.ranking(), (funds) => toPage(funds, page, (fund) => fund.itp_id)),
    asset: (_root: unknown, { symbol }: { symbol: string }, { reads }: PeerContext) =>
      then(reads.price(symbol), (price): AssetRef | null => (price === null ? null : { symbol })),
    snapshot: (_root: unknown, { sourceId }: { sourceId: string }, { reads }: PeerContext) =>
      reads.market(sourceId),
  },
  Dtf: {
    id: (fund: Fund) => encode(`Dtf:${fund.itp_id}`),
    itpId: (fund: Fund) => fund.itp_id,
    nav: (fund: Fund, _args: unknown, { reads }: PeerContext) => reads.nav(fund.itp_id),
    aumUsd: (fund: Fund) => fund.aum_usd,
    holdings: (fund: Fund, _args: unknown, { reads }: PeerContext) => reads.holdings(fund.itp_id),
    navSeries: (fund: Fund, _args: unknown, { reads }: PeerContext) => reads.navSeries(fund.itp_id),
  },
  DtfNav: {
    wei: (price: Price) => price.nav,
    usd: (price: Price) => price.nav_display,
    source: () => 'DATA_NODE',
  },
  Holding: {
    asset: (holding: Holding): AssetRef => ({ symbol: holding.symbol }),
  },
  Asset: {
    id: (asset: AssetRef) => encode(`Asset:${asset.symbol}`),
    price: (asset: AssetRef, _args: unknown, { reads }: PeerContext) => reads.price(asset.symbol),
  },
  MarketSnapshot: {
    totalAssets: (market: Market) => market.snapshots.length,
    prices: (market: Market, page: Page) =>
      toPage(market.snapshots, page, (row) => joinCompoundKey([row.source, row.assetId])),
  },
  SourceAsset: {
    sourceId: (row: Row) => row.source,
  },
};
