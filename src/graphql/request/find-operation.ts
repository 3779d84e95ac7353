import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import type { ParsedGraphQLRequest } from '../caching-query-executor.ts';
import { documentLimits } from '../validation/document-limits.ts';

/** Returns the operation that a request executes; null for invalid documents. */
export function findOperation(
  params: ParsedGraphQLRequest['params'],
): OperationDefinitionNode | null {
  if (typeof params?.query !== 'string') return null;
  const name = typeof params.operationName === 'string' ? params.operationName : null;
  try {
    const document = parse(params.query, { noLocation: true, maxTokens: documentLimits.tokens });
    return getOperationAST(document, name) ?? null;
  } catch {
    return null;
  }
}
