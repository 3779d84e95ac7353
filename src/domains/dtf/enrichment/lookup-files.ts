import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Config, ConfigError } from '../../../config.ts';

/** A coin as the market-data provider knows it. */
export type Coin = { readonly id: string; readonly image?: string | undefined };

/** A founder as the look-up file tells. */
export type Founder = {
  /** Years. */
  readonly age?: number | null | undefined;
  readonly gender: string;
  readonly nationality: string;
  /** One name, or several with commas between them. */
  readonly university?: string | null | undefined;
};

/** What no provider tells (`docs/enrichment-files.md`). */
export type LookupFiles = {
  /** The coin that a ticker means; null when the map does not know it. */
  readonly coin: (symbol: string) => Coin | null;
  /** The founders of a coin's project; empty when the file does not know them. */
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

const ownFile = (name: string) =>
  fileURLToPath(new URL(`../../../../data/${name}`, import.meta.url));

/**
 * Reads the look-up files of the configuration, else those of the repository.
 *
 * @throws {ConfigError} naming each variable whose file cannot be read or is malformed.
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

/** The rows of a file, or what is wrong with it. */
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
