import { z } from 'zod';
import { bytes32SchemaFormat } from '../../http/openapi-formats.ts';
import { jsonRoute, type Route } from '../../http/route.ts';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { createParsedTextSchema } from '../../lib/parse.ts';
import { parseBytes32 } from '../../lib/units.ts';
import { dataNodeUnavailableRouteError } from '../domain-module.ts';
import type { DtfContext } from './loaders.ts';
import {
  type DtfSnapshot,
  dtfPriceResponseSchema,
  dtfRankingEntryResponseSchema,
  dtfSnapshotResponseSchema,
  navPointResponseSchema,
  navRangeSchema,
} from './schema.ts';
import type { UpstreamDtfSnapshot } from './upstream-schema.ts';

const exampleId = `0x${'0'.repeat(63)}1`;
const tag = 'dtf';
const idRule = 'itp_id must be 0x followed by 64 hex digits';

/** Query parameter: a DTF id in any case. */
export const itpIdParameterSchema = createParsedTextSchema(idRule, parseBytes32).meta({
  description: 'DTF identifier, 0x followed by 64 hex digits',
  example: exampleId,
  ...bytes32SchemaFormat,
});

const unknownId = `0x${'9'.repeat(64)}`;
const unknownDtf = {
  when: 'the DTF does not exist',
  message: `DTF ${unknownId} does not exist`,
};

export const dtfRoutes: readonly Route<DtfContext>[] = [
  jsonRoute({
    path: '/itp-price',
    tag,
    summary: 'NAV per share of one DTF',
    description:
      'Read from the data node if its NAV is not zero (`source: data-node`), else from the index contract (`source: onchain`).',
    query: z.object({ itp_id: itpIdParameterSchema }),
    response: dtfPriceResponseSchema,
    example: {
      itp_id: exampleId,
      nav: '10250000000000000000',
      nav_display: 10.25,
      assets_priced: 10,
      assets_total: 10,
      aum_usd: 1025000,
      total_supply: '100000000000000000000000',
      source: 'data-node',
    },
    policy: 'nav',
    errors: {
      400: { when: 'itp_id is missing or malformed', message: idRule },
      404: unknownDtf,
      502: {
        when: 'neither the data node nor the chain responds with the price',
        message: 'neither the data node nor the chain has the price',
      },
    },
    handle: (input, context: DtfContext) => context.loaders.dtf.price(input.itp_id),
  }),
  jsonRoute({
    path: '/nav-series',
    tag,
    summary: 'NAV per share of one DTF over time, ascending',
    description:
      'Points of the last day, week, month, quarter or year. The distance between two points grows with the range.',
    query: z.object({
      itp_id: itpIdParameterSchema,
      range: navRangeSchema.meta({
        description: 'How far back the series reaches',
        example: '30d',
      }),
    }),
    response: z.array(navPointResponseSchema),
    example: [{ timestamp: 1767225600, nav: 10.25 }],
    csv: (points) => points,
    policy: 'navSeries',
    errors: {
      400: {
        when: 'itp_id or range is missing or malformed',
        message: 'range must be one of 1d, 7d, 30d, 90d, 1y',
      },
      404: unknownDtf,
      ...dataNodeUnavailableRouteError,
    },
    handle: ({ itp_id, range }, { loaders }: DtfContext) =>
      mapMaybePromise(loaders.dtf.navSeries(itp_id, range), ({ json }) => new RawJson(json)),
  }),
  jsonRoute({
    path: '/aum-ranking',
    tag,
    summary: 'All DTFs by assets under management, descending',
    description:
      'Name, ticker, NAV per share, assets under management, supply and basket size of every DTF, the largest first.',
    response: z.array(dtfRankingEntryResponseSchema),
    example: [
      {
        itp_id: exampleId,
        name: 'Ten Largest',
        symbol: 'TOP10',
        nav_per_share: 10.25,
        aum_usd: 1025000,
        total_supply: '100000000000000000000000',
        asset_count: 10,
      },
    ],
    csv: (entries) => entries,
    policy: 'ranking',
    errors: dataNodeUnavailableRouteError,
    handle: async (_input, context: DtfContext) => [...(await context.loaders.dtf.ranking())],
  }),
  jsonRoute({
    path: '/snapshot',
    tag,
    summary: 'Weights, quantities, NAV and supply of one DTF, or of all',
    description:
      'With `itp_id` the response is one object, without it a list of all DTFs. Weights are shares of the NAV and add up to 1.',
    query: z.object({ itp_id: itpIdParameterSchema.optional() }),
    response: z.union([dtfSnapshotResponseSchema, z.array(dtfSnapshotResponseSchema)]),
    example: {
      itp_id: exampleId,
      name: 'Ten Largest',
      symbol: 'TOP10',
      nav: 10.25,
      aum_usd: 1025000,
      total_supply: '100000000000000000000000',
      assets: [
        { symbol: 'BTC', name: 'Bitcoin', weight: 0.6, qty: '91000000000000', price: 67250.5 },
      ],
    },
    csv: (body) => (Array.isArray(body) ? body : body.assets),
    policy: 'dtfSnapshot',
    errors: {
      400: { when: 'itp_id is malformed', message: idRule },
      404: unknownDtf,
      ...dataNodeUnavailableRouteError,
    },
    handle: async (input, context: DtfContext) => {
      const { dtf } = context.loaders;
      if (!input.itp_id) return (await dtf.snapshots()).map(toDocumentedSnapshot);
      return mapMaybePromise(dtf.snapshot(input.itp_id), toDocumentedSnapshot);
    },
  }),
];

/** Returns a snapshot without the fields that only the GraphQL API has. */
function toDocumentedSnapshot(snapshot: UpstreamDtfSnapshot): DtfSnapshot {
  if (snapshot.bridged_itp_address === undefined) return snapshot;
  const { bridged_itp_address: _, ...documented } = snapshot;
  return documented;
}
