import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { lazy } from '../../../lib/lazy-properties.ts';
import { hasIntrospection } from '../has-introspection.ts';
import {
  addPrefetchedFields,
  type PrefetchedField,
  usePrefetchedFields,
} from './prefetched-field.ts';
import { addRawJsonFields, type RawJsonField, useRawJsonFields } from './raw-json-fields.ts';

/** An internal schema: the engine's schema plus prefetched and raw JSON fields. */
export type OptimizedSchema = {
  readonly schema: () => GraphQLSchema;
  /** Rewrites an operation to use these fields; null with none of them or with introspection. */
  readonly rewrite: (operation: OperationDefinitionNode) => OperationDefinitionNode | null;
};

/**
 * Creates the schema lazily.
 *
 * @param options.createSchema - Builds the engine's schema anew; called once, on first use.
 * @param options.brought - The prefetched fields.
 * @param options.texts - The raw JSON fields.
 */
export function createOptimizedSchema(options: {
  readonly createSchema: () => GraphQLSchema;
  readonly brought: readonly PrefetchedField[];
  readonly texts: readonly RawJsonField[];
}): OptimizedSchema {
  const { createSchema, brought, texts } = options;
  const schema = lazy(() => addRawJsonFields(addPrefetchedFields(createSchema(), brought), texts));
  return {
    schema,
    rewrite: (operation) => {
      if (hasIntrospection(operation)) return null;
      const withBrought = usePrefetchedFields(operation, schema(), brought);
      return useRawJsonFields(withBrought ?? operation, schema(), texts) ?? withBrought;
    },
  };
}
