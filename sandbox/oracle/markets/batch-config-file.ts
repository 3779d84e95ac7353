import { readFile } from 'node:fs/promises';
import type { Hex } from 'viem';
import { z } from 'zod';
import { type BatchConfig, batchConfigSchema, hashBatchConfig } from './batch-config.ts';

/** The batch configs that this oracle knows, by their hash. */
export type BatchConfigFile = {
  readonly find: (hash: Hex) => BatchConfig | undefined;
  readonly all: () => readonly BatchConfig[];
  /** Reads the file again, for configs that were added since. */
  readonly refresh: () => Promise<void>;
};

const file = z.object({ configs: z.array(batchConfigSchema) });

/** Name of the file in the state folder in which the creator of the batches leaves their configs. */
export const BATCH_CONFIG_FILE_NAME = 'vision-configs.json';

/**
 * Opens the library of a JSON file `{configs: [...]}`; a missing file holds none.
 *
 * @throws {Error} the file is not of that form.
 */
export async function openBatchConfigFile(path: string): Promise<BatchConfigFile> {
  let byHash = new Map<string, BatchConfig>();

  async function refresh(): Promise<void> {
    const text = await readFile(path, 'utf8').catch(() => '{"configs":[]}');
    const parsed = file.safeParse(JSON.parse(text));
    if (!parsed.success)
      throw new Error(`${BATCH_CONFIG_FILE_NAME}: ${z.prettifyError(parsed.error)}`);
    byHash = new Map(parsed.data.configs.map((config) => [hashBatchConfig(config), config]));
  }

  await refresh();
  return {
    find: (hash) => byHash.get(hash.toLowerCase()),
    all: () => [...byHash.values()],
    refresh,
  };
}
