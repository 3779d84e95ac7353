import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, ConfigError } from '../../../config.ts';
import { resolveProjectFile } from '../../../lib/project-files.ts';
import type { BasketAsset } from '../schema.ts';

const coinSchema = z.object({
  id: z.string().min(1),
  image: z.url({ protocol: /^https?$/ }).optional(),
});
const founderSchema = z.object({
  age: z.number().min(0).max(150).nullish(),
  gender: z.string().default(''),
  nationality: z.string().default(''),
  /** One name, or several separated by commas. */
  university: z.string().nullish(),
});
const coinMap = z.record(z.string(), coinSchema);
const founderFile = z.record(z.string(), z.array(founderSchema));

/** A founder in the lookup file. */
export type Founder = z.output<typeof founderSchema>;

/** An asset of a basket and its coin at the market-data provider; null when the map has none. */
export type AssetWithCoin = {
  readonly holding: BasketAsset;
  readonly coin: z.output<typeof coinSchema> | null;
};

/** Data that no provider has (`docs/enrichment-files.md`). */
export type EnrichmentLookupData = ReturnType<typeof readLookupFiles>;

const ownFile = (name: string) => resolveProjectFile(`data/${name}`);

/**
 * Reads the configured lookup files, or those of the repository by default.
 *
 * @throws {ConfigError} a file cannot be read or is malformed; names each variable concerned.
 */
export function readLookupFiles(config: Pick<Config, 'coinMapFile' | 'foundersFile'>) {
  const problems: string[] = [];
  const read = <T>(variable: string, file: string, shape: Table<T>) => {
    const found = readTable(file, shape);
    if (typeof found !== 'string') return found;
    problems.push(`${variable}: ${found}`);
    return new Map<string, T>();
  };
  const coins = read('COIN_MAP_FILE', config.coinMapFile ?? ownFile('coin-map.json'), coinMap);
  const foundersPath = config.foundersFile ?? ownFile('founders.json');
  const founders = read('FOUNDERS_FILE', foundersPath, founderFile);
  if (problems.length > 0) throw new ConfigError(problems);
  const bySymbol = new Map([...coins].map(([symbol, coin]) => [symbol.toUpperCase(), coin]));
  return {
    /** The coin of a ticker in any case; null when the map has none. */
    coin: (symbol: string) => bySymbol.get(symbol.toUpperCase()) ?? null,
    /** The founders of a coin's project; empty when the file has none. */
    founders: (coinId: string): readonly Founder[] => founders.get(coinId) ?? [],
  };
}

type Table<T> = z.ZodType<Record<string, T>>;

/** Reads a file. Returns its rows by key, or an error message. */
function readTable<T>(file: string, shape: Table<T>): ReadonlyMap<string, T> | string {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return 'names no readable JSON file';
  }
  const parsed = shape.safeParse(content);
  if (parsed.success) return new Map(Object.entries(parsed.data));
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  return `${where || 'the file'} is not as docs/enrichment-files.md says`;
}
