import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { GraphQLEngine } from '../engine.ts';
import type { Variables } from '../variables.ts';
import { compileAfterUses } from './compile.ts';
import { locateErrors } from './error-locations.ts';
import { createFragmentCache } from './fragment-cache/fragment-cache.ts';
import { createFragmentPreparer } from './fragment-cache/fragment-executor.ts';
import type { FieldsByType } from './fragment-cache/fragment-fields.ts';
import { createPlanSchema } from './plan-schema.ts';
import { type CompiledPlan, compilePlan } from './query-plan.ts';
import type { SplicedJsonListField } from './raw-json-fields.ts';

/** Fields of a domain that the executor can serve without computing their JSON anew. */
export type FieldsWithReusableJson = {
  /**
   * Fields whose JSON the fragment cache stores. Their value must stay the same object while it is
   * cached; their subfields must depend only on it and on reads of the request cache.
   */
  readonly cachedFields?: FieldsByType;
  /** Lists whose JSON is available as the upstream sent it. */
  readonly rawJsonFields?: readonly SplicedJsonListField[];
};

/**
 * What an execution gives: a result, with the JSON that replaces placeholders in it; the whole
 * JSON of a result without errors; or several results.
 */
export type ExecutorOutcome =
  | { readonly result: ExecutionResult; readonly texts: readonly string[] }
  | { readonly json: readonly Buffer[] }
  | AsyncIterable<ExecutionResult>;

/** The arguments of an execution. The document and the variables are valid. */
export type ExecutorArgs = Pick<ExecutionArgs, 'document' | 'operationName'> & {
  readonly variableValues: Variables;
  readonly contextValue: Context;
};

/** Executes a query or mutation: by a compiled plan from its third use on, before by graphql-js. */
export type Executor = (args: ExecutorArgs) => ExecutorOutcome | Promise<ExecutorOutcome>;

const noTexts: readonly string[] = [];

/** Creates the executor that never compiles. */
export function createInterpreter({ schema, execute }: GraphQLEngine): Executor {
  return (args) =>
    mapMaybePromise(
      execute({ schema, ...args }),
      (outcome): ExecutorOutcome =>
        Symbol.asyncIterator in outcome
          ? outcome
          : { result: locateErrors(outcome, args), texts: noTexts },
    );
}

/** Creates the executor of an engine's documents. */
export function createCompilingExecutor(options: {
  readonly engine: GraphQLEngine;
  readonly reusableJsonFields: readonly FieldsWithReusableJson[];
  readonly telemetry: Telemetry;
  /** Maximum size of the fragment cache, bytes. */
  readonly maxPartBytes: number;
  /** Maximum size of all plans, bytes. Compiled fragments get a quarter of it in addition. */
  readonly maxPlanBytes: number;
  readonly maxResponseBytes: number;
}): Executor {
  const { engine, reusableJsonFields: modules, telemetry, maxResponseBytes } = options;
  const { maxPartBytes, maxPlanBytes } = options;
  const fragments = createFragmentCache({
    maxBytes: maxPartBytes,
    maxPartBytes: maxResponseBytes,
    onRead: (field, outcome) => telemetry.fragmentCacheReads.inc({ field, outcome }),
  });
  telemetry.watchCache('fragments', fragments.size);
  const rawJsonFields = modules.flatMap((module) => module.rawJsonFields ?? []);
  const cachedFields = mergeCachedFieldNames(modules);
  const planSchema = createPlanSchema({
    publicSchema: engine.schema,
    cachedFields,
    rawJsonFields,
    encode: fragments.encode,
  });
  const deps = {
    publicSchema: engine.schema,
    planSchema,
    rawJsonFields,
    prepareExecutionFromFragments: createFragmentPreparer({
      schema: planSchema,
      fields: cachedFields,
      maxBytes: maxResponseBytes,
      maxCompiledBytes: Math.floor(maxPlanBytes / 4),
    }),
  };
  const plans = new LRUCache<DocumentNode, { readonly plan: CompiledPlan | null }>({
    maxSize: Math.max(1, maxPlanBytes),
  });
  const usageOf = memoizeOnObject((_document: DocumentNode) => ({ uses: 0 }));
  const interpret = createInterpreter(engine);

  function planOf(document: DocumentNode): CompiledPlan | null {
    const known = plans.get(document);
    if (known) return known.plan;
    const usage = usageOf(document);
    usage.uses += 1;
    // The document store keeps a document from its second use on.
    if (usage.uses < compileAfterUses) {
      // Building the schema of plans takes long, so it gets a turn of its own, which a timer begins.
      setTimeout(planSchema);
      return null;
    }
    const plan = compilePlan(document, deps);
    plans.set(document, { plan }, { size: plan?.bytes ?? 1 });
    return plan;
  }

  return (args) => {
    const { contextValue, variableValues, document } = args;
    const plan = planOf(document);
    if (!plan) return interpret(args);
    const json = plan.executeFromFragments?.(contextValue, variableValues);
    if (json) return { json };
    // A copy, so that failures of the attempt above do not count as those of this execution.
    const context = plan.executeFromFragments ? { ...contextValue } : contextValue;
    const { result, texts } = plan.execute(context, variableValues);
    return mapMaybePromise(result, (executed) => ({
      result: locateErrors(executed, args),
      texts,
    }));
  };
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
