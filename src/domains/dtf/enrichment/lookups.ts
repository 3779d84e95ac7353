import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Config, ConfigError } from '../../../core/config.ts';

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
export type Lookups = {
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
 * @throws {ConfigError} naming the variable whose file cannot be read or is malformed.
 */
export function readLookups(config: Pick<Config, 'coinMapFile' | 'foundersFile'>): Lookups {
  const coins = readTable('COIN_MAP_FILE', config.coinMapFile ?? ownFile('coin-map.json'), coinMap);
  const founders = readTable(
    'FOUNDERS_FILE',
    config.foundersFile ?? ownFile('founders.json'),
    founderFile,
  );
  const bySymbol = new Map([...coins].map(([symbol, coin]) => [symbol.toUpperCase(), coin]));
  return {
    coin: (symbol) => bySymbol.get(symbol.toUpperCase()) ?? null,
    founders: (coinId) => founders.get(coinId) ?? [],
  };
}

function readTable<T>(
  variable: string,
  file: string,
  shape: z.ZodType<Record<string, T>>,
): ReadonlyMap<string, T> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new ConfigError(`The gateway cannot start:\n  ${variable}: names no readable JSON file`);
  }
  const parsed = shape.safeParse(content);
  if (parsed.success) return new Map(Object.entries(parsed.data));
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ConfigError(
    `The gateway cannot start:\n  ${variable}: ${where || 'the file'} is not as docs/enrichment-files.md says`,
  );
}
