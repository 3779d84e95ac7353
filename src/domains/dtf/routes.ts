import { z } from 'zod';
import { jsonRoute, type Route } from '../../http/route.ts';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { parseBytes32 } from '../../lib/units.ts';
import type { DtfContext } from './loaders.ts';
import {
  dtfPriceSchema,
  dtfSnapshotSchema,
  navPointSchema,
  navRangeSchema,
  rankingEntrySchema,
} from './schema.ts';

/**
 * Query parameter: a DTF id in any case. A route with another error message parses the id itself.
 */
export const itpIdParameter = z
  .string()
  .transform((text, issues) => {
    const id = parseBytes32(text);
    if (id) return id;
    issues.addIssue('itp_id must be 0x followed by 64 hex digits');
    return z.NEVER;
  })
  .meta({
    description: 'DTF identifier, 0x followed by 64 hex digits',
    example: `0x${'0'.repeat(63)}1`,
  });

const exampleId = `0x${'0'.repeat(63)}1`;
const tag = 'dtf';
const malformed = 'itp_id is missing or malformed';
const unavailable = { 502: 'the data node is unavailable' };

export const dtfRoutes: readonly Route<DtfContext>[] = [
  jsonRoute({
    path: '/itp-price',
    tag,
    summary: 'NAV per share of one DTF',
    description:
      'From the data node when it answers with a NAV that is not zero (`source: data-node`), else from the index contract (`source: onchain`).',
    query: z.object({ itp_id: itpIdParameter }),
    response: dtfPriceSchema,
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
      400: malformed,
      404: 'the DTF does not exist',
      502: 'neither the data node nor the chain answers',
    },
    handle: (input, context: DtfContext) => context.loaders.dtf.price(input.itp_id),
  }),
  jsonRoute({
    path: '/nav-series',
    tag,
    summary: 'NAV per share of one DTF over time, ascending',
    query: z.object({
      itp_id: itpIdParameter,
      range: navRangeSchema.meta({ description: 'How far back', example: '30d' }),
    }),
    response: z.array(navPointSchema),
    example: [{ timestamp: 1767225600, nav: 10.25 }],
    policy: 'navSeries',
    errors: {
      400: 'itp_id or range is missing or malformed',
      404: 'the DTF does not exist',
      ...unavailable,
    },
    handle: ({ itp_id, range }, { loaders }: DtfContext) =>
      mapMaybePromise(loaders.dtf.navSeries(itp_id, range), ({ json }) => new RawJson(json)),
  }),
  jsonRoute({
    path: '/aum-ranking',
    tag,
    summary: 'All DTFs by assets under management, descending',
    response: z.array(rankingEntrySchema),
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
    policy: 'ranking',
    errors: unavailable,
    handle: async (_input, context: DtfContext) => [...(await context.loaders.dtf.ranking())],
  }),
  jsonRoute({
    path: '/snapshot',
    tag,
    summary: 'Weights, quantities, NAV and supply of one DTF, or of all',
    query: z.object({ itp_id: itpIdParameter.optional() }),
    response: z.union([dtfSnapshotSchema, z.array(dtfSnapshotSchema)]),
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
    policy: 'dtfSnapshot',
    errors: { 400: 'itp_id is malformed', 404: 'the DTF does not exist', ...unavailable },
    handle: async (input, context: DtfContext) => {
      const { dtf } = context.loaders;
      return input.itp_id ? dtf.snapshot(input.itp_id) : [...(await dtf.snapshots())];
    },
  }),
];
