import { z } from 'zod';
import { lenientNumberSchema, lenientUnixSecondsSchema } from '../../../lib/parse.ts';

/** A funding round of the DeFi-data provider. */
export type Raise = {
  readonly project: string;
  readonly round: string;
  /** Millions USD; null when unknown. */
  readonly amountM: number | null;
  readonly valuationM: number | null;
  readonly leads: readonly string[];
  /** Unix seconds; null when unknown. */
  readonly date: number | null;
  /** Id of the project, often the id of its coin; null when unknown. */
  readonly projectId: string | null;
};

/** All raises, indexed by project id and by name. */
export type RaiseIndex = {
  /** Raises whose project has one of the ids, or one of the tickers as its name, ignoring case. */
  readonly find: (basket: {
    readonly coinIds: readonly string[];
    readonly symbols: readonly string[];
  }) => readonly Raise[];
  readonly size: number;
};

/** Millions USD. Larger values are invalid, which keeps sums finite. */
const mostRaised = 1e12;
const positive = lenientNumberSchema.refine((value) => value > 0 && value < mostRaised);
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
    date: lenientUnixSecondsSchema.nullish().catch(null),
    defillamaId: anyId,
    defillama_id: anyId,
  })
  .transform(
    (one): Raise => ({
      project: one.name,
      round: one.round || 'Unknown',
      amountM: one.amount_m ?? one.amount ?? null,
      valuationM: one.valuation_m ?? one.valuation ?? null,
      leads: (one.lead_investors ?? one.leadInvestors ?? [])
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      date: one.date ?? null,
      // Data nodes match by `defillama_id`, so it wins over `defillamaId`.
      projectId: (one.defillama_id || one.defillamaId || null)?.toLowerCase() ?? null,
    }),
  );

/** `/raises`: `{ raises }` or a bare array; malformed rows are dropped. */
export const raiseRowsSchema = z
  .union([
    z.object({ raises: z.array(z.unknown()) }).transform(({ raises }) => raises),
    z.array(z.unknown()),
  ])
  .transform((rows): readonly Raise[] =>
    rows.flatMap((one) => {
      const parsed = row.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** `/raises`, indexed by project id and by name. */
export const raiseIndexSchema = raiseRowsSchema.transform(indexRaises);

/** Indexes raises by lower-case project id, and by name in any case. */
export function indexRaises(raises: readonly Raise[]): RaiseIndex {
  const byId = Map.groupBy(raises, ({ projectId }) => projectId);
  const byName = Map.groupBy(raises, ({ project }) => project.toLowerCase());
  return {
    size: raises.length,
    find: ({ coinIds, symbols }) => [
      ...new Set([
        ...coinIds.flatMap((coinId) => byId.get(coinId.toLowerCase()) ?? []),
        ...symbols.flatMap((symbol) => byName.get(symbol.toLowerCase()) ?? []),
      ]),
    ],
  };
}

const indexes = new WeakMap<readonly Raise[], RaiseIndex>();

/** Returns the index of cached rows; it is built once and released together with them. */
export function memoizedRaiseIndex(rows: readonly Raise[]): RaiseIndex {
  const found = indexes.get(rows) ?? indexRaises(rows);
  indexes.set(rows, found);
  return found;
}
