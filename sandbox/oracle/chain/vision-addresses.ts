import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x followed by 40 hex digits')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`);

const deployment = z.object({
  chainId: z.number().int(),
  contracts: z.object({ Vision: address, OracleRegistry: address, L3_WUSDC: address }),
});

/** Addresses of the prediction market's contracts. */
export type VisionAddresses = {
  readonly chainId: number;
  readonly vision: `0x${string}`;
  readonly registry: `0x${string}`;
  readonly usdc: `0x${string}`;
};

/**
 * Reads the addresses from `active-deployment.json`.
 *
 * @throws {Error} the file is missing or does not name the contracts.
 */
export async function readVisionAddresses(deploymentsDir: string): Promise<VisionAddresses> {
  const file = join(deploymentsDir, 'active-deployment.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error('DEPLOYMENTS_DIR has no readable active-deployment.json', { cause });
  });
  const parsed = deployment.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw new Error(`active-deployment.json: ${z.prettifyError(parsed.error)}`);
  }
  const { chainId, contracts } = parsed.data;
  return {
    chainId,
    vision: contracts.Vision,
    registry: contracts.OracleRegistry,
    usdc: contracts.L3_WUSDC,
  };
}
