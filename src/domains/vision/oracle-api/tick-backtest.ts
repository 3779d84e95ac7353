import { z } from 'zod';
import { hexSchemaFormat } from '../../../http/openapi-formats.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import type { VisionContext } from '../loaders.ts';
import { batchIdNumberSchema, throwIfBatchCannotExist } from '../params.ts';
import { computeBitmapHash, parseBitmap } from '../submit/bitmap.ts';
import type { TickBacktest } from './schema.ts';

const maxTicks = 200;
const standardTicks = 50;

/** Body of /vision/backtest. The bitmap is validated after the batch, in `runBitmapBacktest`. */
export const bitmapBacktestBodySchema = z
  .object({
    batch_id: batchIdNumberSchema,
    bitmap_hex: z
      .unknown()
      .optional()
      .meta({
        description: 'Bit i is UP (1) or DOWN (0) for market i',
        type: 'string',
        ...hexSchemaFormat,
        example: '0xb0',
      }),
    code: z.unknown().optional().meta({ description: 'Accepted and ignored', type: 'string' }),
    ticks: z
      .number('ticks must be a number')
      .refine(Number.isInteger, 'ticks must be a whole number')
      .min(1, 'ticks must be at least 1')
      .transform((ticks) => Math.min(ticks, maxTicks))
      .default(standardTicks)
      .meta({
        description: 'Ticks to simulate, 1 to 200; more counts as 200',
        example: standardTicks,
        override: { type: 'integer', maximum: maxTicks },
      }),
  })
  .meta({ required: ['batch_id', 'bitmap_hex'] });

/**
 * Runs a bitmap over simulated ticks at the oracle; a missing batch is reported first.
 *
 * @throws {NotFoundError} there is no such batch. {InvalidInputError} the bitmap is missing or
 * malformed, or the oracle rejects it.
 */
export async function runBitmapBacktest(
  input: Omit<z.output<typeof bitmapBacktestBodySchema>, 'code'>,
  context: VisionContext,
): Promise<TickBacktest> {
  const batch_id = throwIfBatchCannotExist(input.batch_id);
  const { oracle } = context.loaders.vision;
  try {
    const bitmap_hex = readBitmap(input.bitmap_hex);
    const hash = computeBitmapHash(bitmap_hex);
    return await oracle.backtest({ batch_id, bitmap_hex, ticks: input.ticks, hash });
  } catch (error) {
    if (error instanceof InvalidBitmapError) await oracle.state(batch_id);
    throw error;
  }
}

/** Thrown before an oracle is called, so it is not yet known whether the batch exists. */
class InvalidBitmapError extends InvalidInputError {}

function readBitmap(given: unknown) {
  if (given === undefined || given === null || given === '') {
    throw new InvalidBitmapError('bitmap_hex is missing');
  }
  if (typeof given !== 'string') throw new InvalidBitmapError('bitmap_hex must be a string');
  try {
    return parseBitmap(given);
  } catch (error) {
    throw new InvalidBitmapError((error as Error).message);
  }
}
