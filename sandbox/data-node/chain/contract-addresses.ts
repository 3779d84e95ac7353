import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)]);

const deployment = z.object({
  contracts: z.looseObject({
    Index: address,
    L3_WUSDC: address,
    LENDING: address.optional(),
    Vision: address.optional(),
    MULTICALL3: address,
  }),
});

/** Addresses of the contracts that the data node reads on the L3 chain. */
export type ContractAddresses = z.infer<typeof deployment>['contracts'];

/**
 * Reads the addresses from `active-deployment.json` in a folder.
 *
 * @throws {Error} the file is missing or names no index contract.
 */
export async function readContractAddresses(folder: string): Promise<ContractAddresses> {
  const file = 'active-deployment.json';
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (cause) {
    throw new Error(`DEPLOYMENTS_DIR: ${file} cannot be read`, { cause });
  }
  const result = deployment.safeParse(content);
  if (!result.success)
    throw new Error(`DEPLOYMENTS_DIR: ${file}: ${z.prettifyError(result.error)}`);
  return result.data.contracts;
}
