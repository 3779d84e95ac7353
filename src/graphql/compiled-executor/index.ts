import type { GraphQLSchema } from 'graphql';
import type { Log } from '../../lib/log.ts';
import type { Telemetry } from '../../telemetry.ts';
import type { Cost } from '../cost/cost-tree.ts';
import { createErrorMask } from '../graphql-errors.ts';
import { createCompiledPath, type ExecuteCompiled } from './compiled-path.ts';
import { createOptimizedSchema } from './field-rewrites/optimized-schema.ts';
import type { PrefetchedField } from './field-rewrites/prefetched-field.ts';
import type { RawJsonField } from './field-rewrites/raw-json-fields.ts';
import { createFragmentCache } from './fragment-cache/fragment-cache.ts';
import { createFragmentExecutor } from './fragment-cache/fragment-executor.ts';
import type { FieldsByType } from './fragment-cache/fragment-schema.ts';
import { createPlanCache, type ValidateDocument } from './plan-cache.ts';

export type { CompiledResponse, ExecuteCompiled } from './compiled-path.ts';

/** What of a slice's part of the graph need not be made anew for each answer. */
export type CacheHints = {
  /**
   * Fields of types whose JSON is kept beside the values: a field's value is the same object for as
   * long as it is cached, and all that can be selected below follows from it and from cached values.
   */
  readonly cachedFields?: FieldsByType;
  /** Leaves that the resolver of a list above them brings along. */
  readonly prefetchedFields?: readonly PrefetchedField[];
  /** Lists whose JSON is at hand. */
  readonly rawJsonFields?: readonly RawJsonField[];
};

/** The quick way to the answers of queries that come again and again. */
export function createCompiledExecutor(options: {
  readonly readDocument: ValidateDocument;
  readonly slices: readonly CacheHints[];
  /** Makes the schema of the engine once more. */
  readonly createSchema: () => GraphQLSchema;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Bound of the encoded parts of answers. */
  readonly maxPartBytes: number;
  /** Bound of the plans of documents that came back; compiled parts of them have a quarter of it beside. */
  readonly maxPlanBytes: number;
  /** What a response may hold. */
  readonly limits: Cost;
  /** False sends every request the engine's whole way: tests compare the two. */
  readonly fastPathEnabled: boolean;
}): ExecuteCompiled {
  const { readDocument, slices: modules, createSchema, log, telemetry } = options;
  const { maxPartBytes, maxPlanBytes, limits, fastPathEnabled } = options;
  if (!fastPathEnabled) return () => null;
  const encoded = createFragmentCache({
    maxBytes: maxPartBytes,
    maxPartBytes: limits.bytes,
    onRead: telemetry.fragmentCacheReads.add,
  });
  telemetry.watchCache('parts', encoded.size);
  const brought = modules.flatMap((module) => module.prefetchedFields ?? []);
  const texts = modules.flatMap((module) => module.rawJsonFields ?? []);
  const own = createOptimizedSchema({ createSchema, brought, texts });
  const fields = collectCachedFields(modules);
  const maxBytes = limits.bytes;
  const maxCompiledBytes = Math.floor(maxPlanBytes / 4);
  const fragments = createFragmentExecutor({
    createSchema: own.schema,
    fields,
    encoded,
    maxBytes,
    maxCompiledBytes,
  });
  const documents = createPlanCache(
    readDocument,
    { fragmentExecutor: fragments, optimizedSchema: own, limits },
    maxPlanBytes,
  );
  return createCompiledPath(documents, { mask: createErrorMask(log), maxBytes });
}

/** The encoded fields of all slices by type. */
export function collectCachedFields(modules: readonly CacheHints[]): FieldsByType {
  const fields: Record<string, readonly string[]> = {};
  for (const { cachedFields = {} } of modules) {
    for (const [type, names] of Object.entries(cachedFields)) {
      fields[type] = [...(fields[type] ?? []), ...names];
    }
  }
  return fields;
}
