import { z } from 'zod';
import { addressSchemaFormat } from '../../http/openapi-formats.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { createParsedTextSchema } from '../../lib/parse.ts';
import { parseAddress } from '../../lib/units.ts';
import { exampleWallet } from '../example-wallet.ts';

/** Changes the OpenAPI schema to a whole number. No id is above the largest safe integer. */
const wholeNumberSchema = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
  delete jsonSchema.pattern;
  Object.assign(jsonSchema, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
};

/** Schema of a non-negative whole number in a path or query string. Its size is checked later. */
const wholeText = (name: string) =>
  z
    .string()
    .regex(/^\d{1,78}$/, `${name} must be a whole number, not negative`)
    .transform(Number)
    .meta({ override: wholeNumberSchema });

/** Schema of a batch id in a path or query string. */
export const batchIdParameterSchema = (name: string) =>
  wholeText(name).meta({ description: 'Batch identifier', example: 8 });

/** Schema of a tick number in a path or query string. */
export const tickParameterSchema = (name: string) =>
  wholeText(name).meta({ description: 'Number of the tick within the batch', example: 1 });

/** Schema of a batch id in a JSON body. */
export const batchIdNumberSchema = z
  .number('batch_id must be a number')
  .nonnegative('batch_id must not be negative')
  .refine(Number.isInteger, 'batch_id must be a whole number')
  .meta({ description: 'Batch identifier', example: 1, override: { type: 'integer' } });

/** Schema of a wallet address in any letter case. `name` is used in error messages. */
export const addressParameterSchema = (name: string) =>
  createParsedTextSchema(
    `${name} must be 0x followed by 40 hex digits`,
    parseAddress,
    `${name} must be a string`,
  ).meta({
    description: 'Wallet address, any case',
    example: exampleWallet,
    ...addressSchemaFormat,
  });

/** Returns the id unchanged. @throws {NotFoundError} it is above the largest safe integer. */
export function throwIfBatchCannotExist(id: number, what = 'batch'): number {
  if (Number.isSafeInteger(id)) return id;
  throw new NotFoundError(`${what} not found`);
}
