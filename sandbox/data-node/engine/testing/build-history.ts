import { createHash } from 'node:crypto';
import {
  type AssetCategory,
  type DefiMetric,
  type FundingRound,
  type MarketHistory,
  MISSING_DAY,
} from '../../../world/market-history.ts';
import { createSharedFloats } from '../columns.ts';

/**
 * One asset of a small history. Values are by day, `null` if missing; days after the end of a list
 * have no values.
 */
export type AssetPlan = {
  readonly id: string;
  readonly price: readonly (number | null)[];
  /** Market caps, as many as prices; by default the price times 1000. */
  readonly cap?: readonly (number | null)[];
  readonly listedAt?: number;
  readonly delistedAt?: number;
  readonly defi?: Partial<Readonly<Record<DefiMetric, readonly (number | null)[]>>>;
};

export type HistoryPlan = {
  readonly days: number;
  readonly assets: readonly AssetPlan[];
  readonly fng?: readonly (number | null)[];
  /** Number of days before t = 0 at which the lists of `fng` and `defi` begin; default 0. */
  readonly lead?: number;
  /** Funding rounds, with the ids of their assets. */
  readonly rounds?: readonly (Omit<FundingRound, 'asset'> & { readonly asset: string })[];
  /** Ids of the members by category. A category `all` with every asset is added as the first. */
  readonly categories?: Readonly<Record<string, readonly string[]>>;
  /** Date of t = 0, `YYYY-MM-DD`; default 2020-01-01. */
  readonly firstDate?: string;
};

const metrics: readonly DefiMetric[] = ['tvl', 'fees', 'revenue', 'volume', 'apy'];

/** Builds a market history from literal values. */
export function buildHistory(plan: HistoryPlan): MarketHistory {
  const { days, lead = 0 } = plan;
  const assets = [...plan.assets].sort((a, b) => (a.id < b.id ? -1 : 1));
  const columnOf = new Map(assets.map(({ id }, column) => [id, column]));
  const columns = (
    read: (asset: AssetPlan) => readonly (number | null)[] | undefined,
    height = days,
  ) => {
    const values = createSharedFloats(height * assets.length).fill(Number.NaN);
    for (const [column, asset] of assets.entries()) {
      for (const [row, value] of (read(asset) ?? []).slice(0, height).entries()) {
        if (value !== null) values[column * height + row] = value;
      }
    }
    return values;
  };
  const category = (id: string, members: readonly string[]): AssetCategory => ({
    id,
    name: id,
    source: id.startsWith('dl-') ? 'defillama' : 'coingecko',
    assets: Int32Array.from(members, (member) => columnOf.get(member) ?? -1).sort(),
  });
  return {
    version: createHash('sha256').update(JSON.stringify(plan)).digest('hex'),
    origin: 'files',
    firstDay: Date.parse(plan.firstDate ?? '2020-01-01') / 86_400_000,
    days,
    assets: assets.map(({ id }) => ({ id, symbol: id.toUpperCase(), name: id })),
    price: columns(({ price }) => price),
    marketCap: columns((asset) => asset.cap ?? asset.price.map((p) => (p === null ? p : p * 1000))),
    listedAt: Int32Array.from(assets, ({ listedAt }) => listedAt ?? MISSING_DAY),
    delistedAt: Int32Array.from(assets, ({ delistedAt }) => delistedAt ?? MISSING_DAY),
    lead: { fng: lead, defi: lead },
    fng: createSharedFloats(lead + days)
      .fill(Number.NaN)
      .map((_, row) => plan.fng?.[row] ?? Number.NaN),
    defi: Object.fromEntries(
      metrics.map((metric) => [metric, columns(({ defi }) => defi?.[metric], lead + days)]),
    ) as Record<DefiMetric, Float64Array>,
    rounds: (plan.rounds ?? [])
      .map((round) => ({ ...round, asset: columnOf.get(round.asset) ?? -1 }))
      .sort((a, b) => a.day - b.day),
    categories: [
      category('all', [...columnOf.keys()]),
      ...Object.entries(plan.categories ?? {}).map(([id, members]) => category(id, members)),
    ],
  };
}
