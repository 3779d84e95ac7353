import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { compileAfterUses } from './compile.ts';
import { type CompiledQueryPlan, compileQueryPlan, type PlanDeps } from './query-plan.ts';

/** Counts a use and returns the compiled plan; null on the first two uses and if there is none. */
export type GetQueryPlan = (query: string, context: Context) => CompiledQueryPlan | null;

/**
 * Parses and validates a document with Yoga's limits and rules; null for an invalid document.
 *
 * @throws {GraphQLError} the document cannot be parsed.
 */
export type ParseDocumentIfValid = (
  query: string,
  context: Context,
) => { readonly document: DocumentNode; readonly schema: GraphQLSchema } | null;

type Known = { uses: number; plan?: CompiledQueryPlan | null };

const maxDocuments = 2000;
const bytesOf = (query: string, plan: CompiledQueryPlan | null) =>
  500 + 2 * query.length + (plan?.bytes ?? 0);

/** Creates an LRU cache of plans by document, bounded in entries and bytes. */
export function createRepeatedQueryPlanCache(
  read: ParseDocumentIfValid,
  tools: PlanDeps,
  maxBytes: number,
): GetQueryPlan {
  const known = new LRUCache<string, Known>({
    max: maxDocuments,
    maxSize: Math.max(1, maxBytes),
  });

  function prepare(query: string, context: Context): CompiledQueryPlan | null {
    try {
      const valid = read(query, context);
      return valid && compileQueryPlan(valid.document, valid.schema, tools);
    } catch {
      // Yoga handles the request and reports the error.
      return null;
    }
  }

  return (query, context) => {
    const document = known.get(query);
    if (!document) {
      known.set(query, { uses: 1 }, { size: bytesOf(query, null) });
      return null;
    }
    if (document.plan !== undefined) return document.plan;
    document.uses += 1;
    if (document.uses <= compileAfterUses) {
      tools.rawJsonSchema.scheduleSchemaBuild();
      return null;
    }
    const plan = prepare(query, context);
    known.set(query, { uses: document.uses, plan }, { size: bytesOf(query, plan) });
    return plan;
  };
}
