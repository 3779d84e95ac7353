import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InternalError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import {
  type Deployment,
  type DeploymentFileName,
  deploymentFileNames,
  deploymentSchema,
} from './schema.ts';

/** Where deployment files are. */
export type DeploymentPaths = {
  readonly deploymentsDir: string;
  /** Stands in for `active-deployment.json` when the folder has none. */
  readonly publicDeploymentFile: string;
};

/** @throws {InvalidInputError} not one of the four names. */
export function parseDeploymentFile(file: string | undefined): DeploymentFileName {
  const known = deploymentFileNames.find((name) => name === file);
  if (known !== undefined) return known;
  throw new InvalidInputError(
    `Invalid or missing file parameter: file must be one of ${deploymentFileNames.join(', ')}`,
  );
}

/** The text of a file; null when there is no such file. */
async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}

/**
 * The deployment in a file of the folder, else in the public file (spec: GET /deployment, resolution).
 *
 * @throws {NotFoundError} there is none.
 * @throws {InternalError} it is not a deployment.
 */
export async function readDeployment(
  file: DeploymentFileName,
  places: DeploymentPaths,
): Promise<Deployment> {
  const fallback = file === 'active-deployment.json' ? places.publicDeploymentFile : undefined;
  const text =
    (await readText(join(places.deploymentsDir, file))) ??
    (fallback === undefined ? null : await readText(fallback));
  if (text === null) throw new NotFoundError('Deployment file not found');
  try {
    return deploymentSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new InternalError('Deployment file is not readable', { cause });
  }
}
