import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { maxUnitsPerTurn, waitForTurn } from '../../../lib/event-loop-turns.ts';
import { lazy } from '../../../lib/lazy-properties.ts';
import { hasIntrospection } from '../has-introspection.ts';
import { addRawJsonFields, type RawJsonField, rewriteRawJsonFields } from './raw-json-fields.ts';

/** An internal schema: Yoga's schema plus raw JSON fields. */
export type OptimizedSchema = {
  readonly schema: () => GraphQLSchema;
  /** Builds the schema in a later turn of the event loop, before compiling needs it. */
  readonly scheduleSchemaBuild: () => void;
  /** Rewrites an operation to use raw JSON fields; null if it has none or has introspection. */
  readonly rewrite: (operation: OperationDefinitionNode) => OperationDefinitionNode | null;
};

/**
 * Creates an internal schema with raw JSON fields; it is built on first use.
 *
 * @param options.createSchema - Builds Yoga's schema anew; called once, on first use.
 * @param options.texts - The raw JSON fields.
 */
export function createRawJsonSchema(options: {
  readonly createSchema: () => GraphQLSchema;
  readonly texts: readonly RawJsonField[];
}): OptimizedSchema {
  const { createSchema, texts } = options;
  const schema = lazy(() => addRawJsonFields(createSchema(), texts));
  const prepare = lazy(() => waitForTurn(maxUnitsPerTurn).then(schema));
  return {
    schema,
    scheduleSchemaBuild: () => void prepare(),
    rewrite: (operation) =>
      hasIntrospection(operation) ? null : rewriteRawJsonFields(operation, schema(), texts),
  };
}
