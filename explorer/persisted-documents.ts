import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { DocumentNode } from 'graphql';
import { createRequest, formatDocument, stringifyDocument } from 'urql';
import type { Plugin } from 'vite';
import * as clientOperations from '../packages/client/src/generated/operations.ts';

/** Name of the build's file with the documents that the application sends. */
const fileName = 'persisted-documents.json';

/**
 * Returns the documents in the form of Apollo's manifest, each exactly as the application's client
 * sends it: those of the components, and those of `@dtf-graph/client`, whose hooks send them.
 */
export async function createManifest() {
  const generated = await import(join(import.meta.dirname, 'src/generated/graphql.ts'));
  const own = Object.values<unknown>(generated).filter(isDocument);
  const ofPackage = Object.values<unknown>(clientOperations)
    .filter((value) => typeof value === 'string')
    .map((text) => createRequest(text, {}).query as DocumentNode);
  const operations = [...own, ...ofPackage].flatMap((document) => {
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') return [];
    const body = stringifyDocument(formatDocument(document) as never);
    const name = operation.name?.value ?? '';
    return [{ id: hash('sha256', body), name, type: operation.operation, body }];
  });
  return { format: 'apollo-persisted-query-manifest', version: 1, operations };
}

const isDocument = (value: unknown): value is DocumentNode =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Document';

/** Vite plugin that writes the manifest of the application's documents with the build. */
export function persistedDocuments(): Plugin {
  return {
    name: 'persisted-documents',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(await createManifest());
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
