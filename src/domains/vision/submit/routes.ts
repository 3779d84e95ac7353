import { z } from 'zod';
import {
  addressSchemaFormat,
  bytes32SchemaFormat,
  hexSchemaFormat,
} from '../../../http/openapi-formats.ts';
import { jsonRoute, type Route } from '../../../http/route.ts';
import { createParsedTextSchema } from '../../../lib/parse.ts';
import { parseAddress, parseBytes32 } from '../../../lib/units.ts';
import type { VisionContext } from '../loaders.ts';
import { batchIdNumberSchema } from '../params.ts';
import { submitBitmap, toOracleResults, toSubmissionError } from './submit-bitmap.ts';

/** Maximum size of the body in bytes. */
const maxBodyBytes = 64 * 1024;
const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

const body = z.object({
  // The response repeats the address in the letter case of the request.
  player: z
    .string('player must be a string')
    .refine((text) => parseAddress(text) !== null, 'player must be 0x followed by 40 hex digits')
    .meta({
      description: 'Address that joined the batch, any case',
      example: wallet,
      ...addressSchemaFormat,
    }),
  batch_id: batchIdNumberSchema,
  bitmap_hex: z.string('bitmap_hex must be a string').meta({
    description: 'Market i is bit 7 − (i mod 8) of byte ⌊i/8⌋, 1 = UP',
    example: '0xb0',
    ...hexSchemaFormat,
  }),
  expected_hash: createParsedTextSchema(
    'expected_hash must be 0x followed by 64 hex digits',
    parseBytes32,
    'expected_hash must be a string',
  ).meta({
    description: 'keccak256 of the bitmap’s bytes, as given when joining',
    ...bytes32SchemaFormat,
    example: '0x7309e659d3b54b90dd276da6f341ea74b95ec755e381715e7140b0cef2f8d99f',
  }),
});

const response = z
  .object({
    accepted: z.literal(true),
    batch_id: z.number().int(),
    player: z.string().meta(addressSchemaFormat),
    acceptedCount: z.number().int().describe('Oracles that have accepted so far'),
    totalCount: z.number().int().describe('Number of oracles'),
    results: z.array(
      z.object({
        oracle: z.number().int().describe('Number of the oracle, from 1, in a fixed order'),
        accepted: z.boolean(),
        error: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'BitmapAccepted' });

/** The route that accepts bitmaps. */
export const submitRoutes: readonly Route<VisionContext>[] = [
  jsonRoute({
    path: '/vision/bitmap',
    method: 'POST',
    tag: 'prediction market',
    summary: 'Submits a player’s bitmap to all oracles',
    description:
      'The response is sent as soon as two thirds of the oracles have accepted. The bitmap is delivered to the others in the background, also after a restart. Submitting the same bitmap again changes nothing.',
    body,
    maxBodyBytes,
    response,
    example: {
      accepted: true as const,
      batch_id: 7,
      player: wallet,
      acceptedCount: 2,
      totalCount: 3,
      results: [
        { oracle: 1, accepted: true },
        { oracle: 2, accepted: true },
        { oracle: 3, accepted: false, error: 'has not answered yet' },
      ],
    },
    policy: 'no-store',
    errors: {
      400: {
        when: 'a field is malformed, or the bitmap has another hash than expected or committed',
        message: 'Hash mismatch: expected_hash is not keccak256 of the bitmap',
      },
      404: {
        when: 'the player is not in the batch, or the oracles have not read the join from the chain yet, which takes about 6 s',
        message:
          'Player not found in the batch; oracles see a join about 6 s after it (0 of 3 oracles accepted, 2 needed)',
      },
      413: { when: 'the body is larger than 64 kB', message: 'the body must be at most 64 kB' },
      415: {
        when: 'the body is not application/json',
        message: 'the body must be application/json',
      },
      500: {
        when: 'the bitmap could not be stored, for example on a full disk; it may be submitted again',
        message: 'the bitmap could not be noted for the oracles that lack it; submit it again',
      },
      502: {
        when: 'too few oracles accepted within 10 s',
        message:
          'The oracles do not agree, or too few of them answer (0 of 3 oracles accepted, 2 needed)',
      },
      503: {
        when: 'too many submissions are in progress; see Retry-After',
        message: 'too many bitmaps are under way',
      },
    },
    handle: async (input, context: VisionContext) => {
      const { player, batch_id, bitmap_hex, expected_hash } = input;
      const outcome = await submitBitmap(
        { player, batchId: batch_id, bitmap: bitmap_hex, expectedHash: expected_hash },
        context,
      );
      const failure = toSubmissionError(outcome);
      if (failure) throw failure;
      const { acceptedCount, states } = outcome;
      return {
        accepted: true as const,
        batch_id,
        player,
        acceptedCount,
        totalCount: states.length,
        results: toOracleResults(states),
      };
    },
  }),
];
