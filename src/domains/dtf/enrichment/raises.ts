import { z } from 'zod';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import {
  coercedNumberSchema,
  createUnderKeySchema,
  unixOrIsoSecondsSchema,
} from '../../../lib/parse.ts';
import { createRowListSchema } from '../../../lib/parse-rows.ts';

/** Millions USD. Larger values are invalid, which keeps sums finite. */
const mostRaised = 1e12;
const positive = coercedNumberSchema.refine((value) => value > 0 && value < mostRaised);
const id = z.union([z.string(), z.number().transform(String)]);

const amount = positive.nullish().catch(null);
const names = z.array(z.string()).nullish().catch(null);
const anyId = id.nullish().catch(null);

/** Field names of DefiLlama, and of data nodes that mirror it (`amount_m`, `defillama_id`). */
const row = z
  .object({
    name: z.string(),
    round: z.string().nullish(),
    amount,
    amount_m: amount,
    valuation: amount,
    valuation_m: amount,
    leadInvestors: names,
    lead_investors: names,
    date: unixOrIsoSecondsSchema.nullish().catch(null),
    defillamaId: anyId,
    defillama_id: anyId,
  })
  .transform((one) => ({
    project: one.name,
    round: one.round || 'Unknown',
    /** Millions USD; null when unknown. */
    amountM: one.amount_m ?? one.amount ?? null,
    valuationM: one.valuation_m ?? one.valuation ?? null,
    leads: (one.lead_investors ?? one.leadInvestors ?? [])
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    /** Unix seconds; null when unknown. */
    date: one.date ?? null,
    /**
     * Id of the project, often the id of its coin; null when unknown. Data nodes match by
     * `defillama_id`, so it wins over `defillamaId`.
     */
    projectId: (one.defillama_id || one.defillamaId || null)?.toLowerCase() ?? null,
  }));

/** A funding round of the DeFi-data provider. */
export type ProjectFundingRound = z.output<typeof row>;

const rounds = createRowListSchema('raises', row);
/** `/raises`: `{ raises }` or a bare array; malformed rows are dropped. */
export const raiseRowsSchema = z
  .union([createUnderKeySchema('raises', rounds), rounds])
  .transform((rows): readonly ProjectFundingRound[] => rows);

/** Indexes raises by project id and by name, in any case; memoized on the cached rows. */
export const indexFundingRounds = memoizeOnObject((raises: readonly ProjectFundingRound[]) => {
  const byId = Map.groupBy(raises, ({ projectId }) => projectId);
  const byName = Map.groupBy(raises, ({ project }) => project.toLowerCase());
  return {
    /** Raises whose project has one of the ids, or one of the tickers as its name. */
    find: (
      coinIds: readonly string[],
      symbols: readonly string[],
    ): readonly ProjectFundingRound[] => [
      ...new Set([
        ...coinIds.flatMap((coinId) => byId.get(coinId.toLowerCase()) ?? []),
        ...symbols.flatMap((symbol) => byName.get(symbol.toLowerCase()) ?? []),
      ]),
    ],
  };
});
