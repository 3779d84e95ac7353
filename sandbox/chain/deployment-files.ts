import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Content of a deployment file. */
export type DeploymentRecord = {
  readonly chainId: number;
  readonly settlementChainId: number;
  readonly deployer: string;
  /** Unix seconds of the block that created the contracts. */
  readonly timestamp: number;
  /** Contract name → address, and the decimals of the L3 USDC (`L3_WUSDC_DECIMALS`). */
  readonly contracts: Readonly<Record<string, string>>;
};

/** Names under which clients request the deployment with GET /deployment. */
export const deploymentFileNames = [
  'active-deployment.json',
  'lending-e2e.json',
  'local-e2e.json',
  'local-frontend.json',
] as const;

/** Writes the record under every name; each file is replaced atomically. */
export async function writeDeploymentFiles(
  directory: string,
  record: DeploymentRecord,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const text = `${JSON.stringify(record, null, 2)}\n`;
  for (const name of deploymentFileNames) {
    const path = join(directory, name);
    const unfinished = `${path}.${process.pid}.tmp`;
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  }
}
