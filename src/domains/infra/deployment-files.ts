import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { InternalError, NotFoundError } from '../../lib/errors.ts';
import {
  type Deployment,
  type DeploymentFileName,
  deploymentResponseSchema,
  parseRequiredWord,
  servedDeploymentFileNames,
} from './schema.ts';

/** Parses a file name. @throws {InvalidInputError} the name is missing or not allowed. */
export const parseDeploymentFileName = (file: string | undefined): DeploymentFileName =>
  parseRequiredWord('Invalid or missing file parameter: file', servedDeploymentFileNames, file);

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
 * Reads a deployment file. If `active-deployment.json` is missing, reads the public one instead.
 *
 * @throws {NotFoundError} the file does not exist.
 * @throws {InternalError} the content is not a valid deployment.
 */
export async function readDeployment(
  file: DeploymentFileName,
  places: Pick<Config, 'deploymentsDir' | 'publicDeploymentFile'>,
): Promise<Deployment> {
  const fallback = file === 'active-deployment.json' ? places.publicDeploymentFile : undefined;
  const text =
    (await readText(join(places.deploymentsDir, file))) ??
    (fallback === undefined ? null : await readText(fallback));
  if (text === null) throw new NotFoundError('Deployment file not found');
  try {
    return deploymentResponseSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new InternalError('Deployment file is not readable', { cause });
  }
}
