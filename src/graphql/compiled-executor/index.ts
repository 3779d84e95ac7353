import type { GraphQLSchema } from 'graphql';
import type { Log } from '../../lib/log.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Cost } from '../cost/cost-tree.ts';
import { createErrorMask } from '../graphql-errors.ts';
import {
  createCompiledQueryExecutor,
  type TryExecuteCompiledQuery,
} from './compiled-query-executor.ts';
import { createFragmentCache } from './fragment-cache/fragment-cache.ts';
import { createFragmentPreparer } from './fragment-cache/fragment-executor.ts';
import type { FieldsByType } from './fragment-cache/fragment-schema.ts';
import { createRepeatedQueryPlanCache, type ParseDocumentIfValid } from './plan-cache.ts';
import { createRawJsonGraphQLSchema, type SplicedJsonListField } from './raw-json-fields.ts';

export type { GraphQLResponseContent, TryExecuteCompiledQuery } from './compiled-query-executor.ts';

/** Fields of a domain that the compiled executor can serve without computing their JSON anew. */
export type FieldsWithReusableJson = {
  /**
   * Fields whose JSON the fragment cache stores. Their value must stay the same object while it is
   * cached; their subfields must depend only on it and on reads of the request cache.
   */
  readonly cachedFields?: FieldsByType;
  /** Lists whose JSON is available as the upstream sent it. */
  readonly rawJsonFields?: readonly SplicedJsonListField[];
};

/** Creates the function that executes repeated, valid queries by compiled plans. */
export function createCompiledExecutor(options: {
  readonly readDocument: ParseDocumentIfValid;
  readonly reusableJsonFields: readonly FieldsWithReusableJson[];
  readonly createSchema: () => GraphQLSchema;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Maximum size of the fragment cache, bytes. */
  readonly maxPartBytes: number;
  /** Maximum size of the plan cache, bytes. Compiled fragments get a quarter of it in addition. */
  readonly maxPlanBytes: number;
  readonly limits: Cost;
}): TryExecuteCompiledQuery {
  const { readDocument, reusableJsonFields: modules, createSchema, log, telemetry } = options;
  const { maxPartBytes, maxPlanBytes, limits } = options;
  const encoded = createFragmentCache({
    maxBytes: maxPartBytes,
    maxPartBytes: limits.bytes,
    onRead: telemetry.fragmentCacheReads.add,
  });
  telemetry.watchCache('fragments', encoded.size);
  const texts = modules.flatMap((module) => module.rawJsonFields ?? []);
  const own = createRawJsonGraphQLSchema({ createSchema, texts });
  const fields = mergeCachedFieldNames(modules);
  const maxBytes = limits.bytes;
  const prepareExecutionFromFragments = createFragmentPreparer({
    createSchema: own.schema,
    fields,
    encoded,
    maxBytes,
    maxCompiledBytes: Math.floor(maxPlanBytes / 4),
  });
  const getPlan = createRepeatedQueryPlanCache(
    readDocument,
    { prepareExecutionFromFragments, rawJsonSchema: own, limits },
    maxPlanBytes,
  );
  return createCompiledQueryExecutor(getPlan, { mask: createErrorMask(log), maxBytes });
}

/** Merges the cached fields that the domains declare, by type. */
function mergeCachedFieldNames(modules: readonly FieldsWithReusableJson[]): FieldsByType {
  const fields: Record<string, readonly string[]> = {};
  for (const { cachedFields = {} } of modules) {
    for (const [type, names] of Object.entries(cachedFields)) {
      fields[type] = [...(fields[type] ?? []), ...names];
    }
  }
  return fields;
}
