import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import type { Context } from '../../context.ts';
import { InvalidInputError, NotFoundError, UpstreamUnavailableError } from '../../core/errors.ts';
import { decodeGlobalId, encodeGlobalId } from '../../core/global-id.ts';
import { type Bytes32, parseBytes32 } from '../../core/units.ts';
import { toConnection } from '../../graphql/connection.ts';
import type { DtfPrice, Holding, NavRange, RankingEntry } from './shapes.ts';

/** What GraphQL carries for a DTF; the entry is there when the DTF came out of the ranking. */
export type DtfRef = { readonly itpId: Bytes32; readonly entry?: RankingEntry };
/** One asset of a DTF's basket. */
export type HoldingRef = { readonly itpId: Bytes32; readonly holding: Holding };
export type NavRef = DtfPrice;

const ranges: Readonly<Record<string, NavRange>> = {
  D1: '1d',
  D7: '7d',
  D30: '30d',
  D90: '90d',
  Y1: '1y',
};

/** The DTF with this chain id; null when it does not exist. While the data node is down it is taken on trust. */
export async function findDtf(itpId: string, context: Context): Promise<DtfRef | null> {
  const id = parseBytes32(itpId);
  if (!id) return null;
  try {
    const entry = await context.loaders.dtf.entry(id);
    return entry ? { itpId: id, entry } : null;
  } catch (error) {
    // The chain may still know the DTF: its fields answer, or fail, on their own.
    if (error instanceof UpstreamUnavailableError) return { itpId: id };
    throw error;
  }
}

/** The chain id in a global id of a DTF or given as it is. */
function parseDtfId(id: string): Bytes32 {
  const global = decodeGlobalId(id);
  const itpId = parseBytes32(global?.type === 'Dtf' ? global.key : id);
  if (itpId) return itpId;
  throw new InvalidInputError('id must be a global id of a DTF, or 0x and 64 hex digits');
}

async function entryOf(dtf: DtfRef, context: Context): Promise<RankingEntry> {
  const entry = dtf.entry ?? (await context.loaders.dtf.entry(dtf.itpId));
  if (!entry) throw new NotFoundError(`DTF ${dtf.itpId} does not exist`);
  return entry;
}

export const dtfResolvers: Resolvers = {
  Query: {
    dtf: (_root, { id }, context) => findDtf(parseDtfId(id), context),
    dtfs: async (_root, page, context) => {
      const entries = await context.loaders.dtf.ranking();
      const refs = entries.map((entry): DtfRef => ({ itpId: entry.itp_id as Bytes32, entry }));
      return toConnection(refs, page, (dtf) => dtf.itpId);
    },
  },
  Dtf: {
    __resolveReference: ({ itpId }, context) => findDtf(itpId, context),
    id: ({ itpId }) => encodeGlobalId('Dtf', itpId),
    name: (dtf, _args, context) => dtf.entry?.name ?? entryOf(dtf, context).then((e) => e.name),
    symbol: (dtf, _args, context) =>
      dtf.entry?.symbol ?? entryOf(dtf, context).then((e) => e.symbol),
    nav: ({ itpId }, _args, context) => context.loaders.dtf.price(itpId),
    aumUsd: (dtf, _args, context) =>
      dtf.entry?.aum_usd ?? entryOf(dtf, context).then((e) => e.aum_usd),
    totalSupply: (dtf, _args, context) =>
      dtf.entry?.total_supply ?? entryOf(dtf, context).then((e) => e.total_supply),
    assetCount: (dtf, _args, context) =>
      dtf.entry?.asset_count ?? entryOf(dtf, context).then((e) => e.asset_count),
    holdings: async ({ itpId }, _args, context) => {
      const { assets } = await context.loaders.dtf.snapshotOf(itpId);
      return assets.map((holding): HoldingRef => ({ itpId, holding }));
    },
    navSeries: ({ itpId }, { range }, context) =>
      context.loaders.dtf.navSeries(itpId, ranges[range] ?? '30d'),
  },
  Subscription: {
    nav: {
      subscribe: (_root, { itpId }, context) =>
        context.services.navFeed.listen(parseDtfId(itpId), context.signal),
    },
  },
  DtfNav: {
    wei: (price) => price.nav,
    usd: (price) => price.nav_display,
    source: (price) => (price.source === 'onchain' ? 'onchain' : 'data-node'),
    assetsPriced: (price) => price.assets_priced,
    assetsTotal: (price) => price.assets_total,
    aumUsd: (price) => price.aum_usd,
    totalSupply: (price) => price.total_supply,
  },
  Holding: {
    dtf: ({ itpId }, _args, context) => findExisting(itpId, context),
    asset: ({ holding }) => ({ symbol: holding.symbol }),
    name: ({ holding }) => holding.name,
    weight: ({ holding }) => holding.weight,
    quantity: ({ holding }) => holding.qty,
  },
  Asset: {
    heldBy: async ({ symbol }, _args, context) =>
      (await context.loaders.dtf.snapshots()).flatMap(({ itp_id, assets }) =>
        assets
          .filter((holding) => holding.symbol === symbol)
          .map((holding): HoldingRef => ({ itpId: itp_id as Bytes32, holding })),
      ),
  },
};

/** A DTF that another resource names. */
export async function findExisting(itpId: Bytes32, context: Context): Promise<DtfRef> {
  return (await findDtf(itpId, context)) ?? { itpId };
}
