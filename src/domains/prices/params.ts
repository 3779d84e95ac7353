import { z } from 'zod';
import { nameParameterSchema } from '../../http/parse-params.ts';
import {
  createParsedTextSchema,
  isInUnixTimeRange,
  maxUnixSeconds,
  parseTimeSeconds,
} from '../../lib/parse.ts';

/** Schema of a ticker in any letter case, trimmed; `name` is the parameter's name. */
export const tickerParameterSchema = (name: string) =>
  z
    .string()
    .trim()
    .regex(/^[\w.$+-]{1,64}$/, `${name} must be a ticker such as BTC`);

const seconds = (name: string) =>
  z.number().max(maxUnixSeconds, `${name} must be Unix seconds before the year 10000`).optional();

/** A market of a data source and a time window in Unix seconds, validated for both APIs. */
export const marketHistoryInputSchema = z
  .object({
    source: nameParameterSchema('source').meta({ description: 'Data source', example: 'crypto' }),
    asset: nameParameterSchema('asset').meta({
      description: 'Asset within the source',
      example: 'bitcoin',
    }),
    from: seconds('from'),
    to: seconds('to'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'from must not be after to',
  });

export type MarketHistoryQuery = z.output<typeof marketHistoryInputSchema>;

/** Schema of a time in Unix seconds, or in ISO 8601, which clients of data nodes send. */
const secondsText = (name: string) =>
  createParsedTextSchema(`${name} must be Unix seconds, or a time in ISO 8601`, (text) => {
    if (/^\d{1,12}(\.\d+)?$/.test(text)) return Math.floor(Number(text));
    const time = parseTimeSeconds(text);
    return isInUnixTimeRange(time) ? time : null;
  })
    .optional()
    .meta({
      description: 'Unix seconds; a time in ISO 8601 is read, too',
      type: 'integer',
      minimum: 0,
      maximum: maxUnixSeconds,
      example: 1767225600,
    });

/** The parameters of `marketHistoryInputSchema` as query strings. */
export const marketHistoryQuerySchema = z.object({
  source: marketHistoryInputSchema.shape.source,
  asset: marketHistoryInputSchema.shape.asset,
  from: secondsText('from'),
  to: secondsText('to'),
});
