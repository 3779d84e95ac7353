import { readFile } from 'node:fs/promises';
import type { Hex } from 'viem';
import { z } from 'zod';
import { type BatchConfig, batchConfigSchema, hashBatchConfig } from './batch-config.ts';

/** The known batch configs by their hash, read from a file. */
export type BatchConfigFile = {
  readonly find: (hash: Hex) => BatchConfig | undefined;
  readonly all: () => readonly BatchConfig[];
  /** Reads the file again, to find configs that were added since. */
  readonly refresh: () => Promise<void>;
};

const file = z.object({ configs: z.array(batchConfigSchema) });

/**
 * Name of the file in the state folder to which the creator of the batches writes their configs.
 */
export const BATCH_CONFIG_FILE_NAME = 'vision-configs.json';

/**
 * Opens a JSON file `{configs: [...]}`; a missing file counts as empty.
 *
 * @throws {Error} the file has another form.
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
