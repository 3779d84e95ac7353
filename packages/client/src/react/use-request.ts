import { useMemo } from 'react';
import type { DocumentInput } from '../documents.ts';
import { DtfGraphError } from '../dtf-graph-error.ts';
import type { GraphqlRequest } from '../transport.ts';

/** Returns the request, the same object for the same document and equal variables. */
export function useRequest<Variables>(
  document: DocumentInput<unknown, never>,
  variables: Variables,
): GraphqlRequest {
  const key = JSON.stringify(variables);
  return useMemo(
    () => ({ document, variables: key === undefined ? undefined : JSON.parse(key) }),
    [document, key],
  );
}

/** Returns what was thrown as an error with a code. */
export const toError = (error: unknown): DtfGraphError =>
  error instanceof DtfGraphError
    ? error
    : new DtfGraphError(error instanceof Error ? error.message : String(error), 'INTERNAL', {
        cause: error,
      });
