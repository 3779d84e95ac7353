import { z } from 'zod';
import { bytes32SchemaFormat } from '../../../http/openapi-formats.ts';
import { jsonRoute, type Route } from '../../../http/route.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { parseBytes32 } from '../../../lib/units.ts';
import type { EnrichmentContext } from './loaders.ts';
import { type DtfEnrichment, dtfEnrichmentResponseSchema } from './schema.ts';

const exampleId = `0x${'0'.repeat(63)}1`;

export const dtfEnrichmentRoutes: readonly Route<EnrichmentContext>[] = [
  jsonRoute({
    path: '/itp-enrichment',
    tag: 'dtf',
    summary: 'Holdings of a DTF with market data, founders, DeFi and funding figures',
    description:
      'When a provider is unavailable, its fields and its aggregate are omitted. When the snapshot of the DTF is unavailable, the holdings are empty and the response is not cached.',
    query: z.object({
      itp_id: z.string().meta({
        description: 'DTF identifier, 0x followed by 64 hex digits',
        example: exampleId,
        ...bytes32SchemaFormat,
      }),
    }),
    response: dtfEnrichmentResponseSchema,
    example: {
      itpId: exampleId,
      holdings: [
        {
          symbol: 'BTC',
          weight: 0.6,
          price: 67250.5,
          name: 'Bitcoin',
          image: 'https://images.example/bitcoin.png',
          coingecko_id: 'bitcoin',
          market_cap: 1325000000000,
          change_24h: 1.8,
        },
      ],
      funding: {
        total_raised_m: 12,
        avg_valuation_m: 80,
        total_rounds: 1,
        top_investors: [{ name: 'Elmfield Ventures', count: 1 }],
        recent_raises: [
          {
            project: 'Example',
            round: 'Series A',
            amount_m: 12,
            lead: 'Elmfield Ventures',
            date: '2025-03-01',
          },
        ],
      },
    },
    csv: ({ holdings }) => holdings,
    policy: 'enrichment',
    cacheControl: (body) =>
      (body as DtfEnrichment).holdings.length === 0 ? 'private, no-cache' : null,
    errors: {
      400: { when: 'itp_id is missing or malformed', message: 'Invalid itp_id' },
      500: {
        when: 'the figures could not be computed',
        message: 'Enrichment unavailable',
      },
    },
    handle: (input, context: EnrichmentContext) => {
      const id = parseBytes32(input.itp_id);
      // Existing clients expect this exact message.
      if (!id) throw new InvalidInputError('Invalid itp_id');
      return context.loaders.enrichment.enrichment(id);
    },
  }),
];
