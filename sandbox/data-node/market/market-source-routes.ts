import { createJsonResponse, type ServiceRoute } from '../../lib/http-service.ts';
import type { MarketSource } from './market-source.ts';
import type { MarketSources } from './market-sources.ts';
import { sourceCategories } from './source-catalog.ts';

/** Routes of the sources, the same in every wire format. */
export function createMarketSourceRoutes(sources: MarketSources): readonly ServiceRoute[] {
  return [
    { method: 'GET', path: '/market/stats', handle: () => createJsonResponse(stats(sources)) },
    {
      method: 'GET',
      path: '/sources/registry',
      handle: () => createJsonResponse(registry(sources)),
    },
  ];
}

function stats(board: MarketSources) {
  const all = [...board.stats()];
  const sum = (pick: (counts: (typeof all)[number][1]) => number) =>
    all.reduce((total, [, counts]) => total + pick(counts), 0);
  return {
    totalAssets: sum(({ totalAssets }) => totalAssets),
    totalActiveAssets: sum(({ activeAssets }) => activeAssets),
    sourceCount: all.length,
    sources: Object.fromEntries(
      all.map(([id, { totalAssets, activeAssets, newestRecord }]) => [
        id,
        {
          totalAssets,
          activeAssets,
          newestRecord: newestRecord === null ? null : new Date(newestRecord).toISOString(),
        },
      ]),
    ),
  };
}

const colours = ['#1f6feb', '#8250df', '#bf3989', '#cf222e', '#9a6700', '#1a7f37', '#0969da'];

function registry({ sources }: MarketSources) {
  return {
    sources: sources.map((source, position) => ({
      sourceId: source.id,
      name: source.name,
      description: describe(source),
      category: source.category,
      logo: `/logos/${source.id}.svg`,
      brandBg: colours[position % colours.length],
      prefixes: [source.id],
      valueLabel: source.isPrice ? 'Price' : 'Value',
      valueUnit: source.unit,
      isPrice: source.isPrice,
    })),
    categories: sourceCategories.map(({ key, label }, order) => ({ key, label, order })),
  };
}

function describe({ name, unit, entities }: MarketSource): string {
  return `${name} in ${unit}, ${entities.length} series (synthetic)`;
}
