import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { z } from 'zod';
import { type Config, ConfigError } from '../../config.ts';
import { sha256Hex } from './persisted-documents.ts';

const textMap = z.record(z.string().min(1), z.string().min(1));
const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string().min(1), body: z.string().min(1) })),
});

/**
 * Reads the configured documents, and those of the explorer if it is enabled and built.
 *
 * @param explorerManifest - Path of the explorer's documents.
 * @throws {ConfigError} the configured documents cannot be read.
 */
export function readTrustedDocuments(
  { persistedDocuments: { path }, explorerEnabled }: Config,
  explorerManifest: string,
): ReadonlyMap<string, string> {
  const own =
    explorerEnabled && existsSync(explorerManifest) ? readDocuments(explorerManifest) : new Map();
  if (path === undefined) return own;
  try {
    return new Map([...own, ...readDocuments(path)]);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read';
    throw new ConfigError([`PERSISTED_DOCUMENTS: ${message}`]);
  }
}

/**
 * Reads trusted documents: a folder of `.graphql` files, a JSON map of ids to texts, or Apollo's
 * manifest.
 *
 * @returns the documents by id, and each also by its SHA-256.
 * @throws {Error} the path cannot be read, or a document is malformed; the message names it.
 */
export function readDocuments(path: string): ReadonlyMap<string, string> {
  const named = statSync(path).isDirectory() ? readFolder(path) : readManifest(path);
  const documents = new Map<string, string>();
  for (const [id, text] of named) {
    try {
      parse(text, { noLocation: true });
    } catch (cause) {
      throw new Error(`${id} is no GraphQL document`, { cause });
    }
    documents.set(id.replace(/^sha256:/, ''), text);
    documents.set(sha256Hex(text), text);
  }
  return documents;
}

function readFolder(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [[name, text] as const, [name, text.trimEnd()] as const];
    });
}

function readManifest(file: string): readonly (readonly [string, string])[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const manifest = apolloManifest.safeParse(content);
  if (manifest.success) return manifest.data.operations.map(({ id, body }) => [id, body]);
  const map = textMap.safeParse(content);
  if (map.success) return Object.entries(map.data);
  throw new Error('must be a JSON map of ids to documents, or an Apollo manifest');
}
