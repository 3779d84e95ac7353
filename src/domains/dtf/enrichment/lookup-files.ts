import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Config, ConfigError } from '../../../config.ts';
import { resolveProjectFile } from '../../../lib/project-files.ts';

/** A coin of the market-data provider. */
export type Coin = { readonly id: string; readonly image?: string | undefined };

/** A founder in the lookup file. */
export type Founder = {
  /** Years. */
  readonly age?: number | null | undefined;
  readonly gender: string;
  readonly nationality: string;
  /** One name, or several separated by commas. */
  readonly university?: string | null | undefined;
};

/** Data that no provider has (`docs/enrichment-files.md`). */
export type LookupFiles = {
  /** The coin of a ticker in any case; null when the map has none. */
  readonly coin: (symbol: string) => Coin | null;
  /** The founders of a coin's project; empty when the file has none. */
  readonly founders: (coinId: string) => readonly Founder[];
};

const coinMap = z.record(
  z.string(),
  z.object({ id: z.string().min(1), image: z.url({ protocol: /^https?$/ }).optional() }),
);
const founderFile = z.record(
  z.string(),
  z.array(
    z.object({
      age: z.number().min(0).max(150).nullish(),
      gender: z.string().default(''),
      nationality: z.string().default(''),
      university: z.string().nullish(),
    }),
  ),
);

const ownFile = (name: string) => resolveProjectFile(`data/${name}`);

/**
 * Reads the configured lookup files, or those of the repository by default.
 *
 * @throws {ConfigError} a file cannot be read or is malformed; names each variable concerned.
 */
export function readLookupFiles(config: Pick<Config, 'coinMapFile' | 'foundersFile'>): LookupFiles {
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
    coin: (symbol) => bySymbol.get(symbol.toUpperCase()) ?? null,
    founders: (coinId) => founders.get(coinId) ?? [],
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
