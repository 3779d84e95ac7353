import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { lazy } from '../../../lib/lazy-properties.ts';
import { hasIntrospection } from '../has-introspection.ts';
import {
  addPrefetchedFields,
  type PrefetchedField,
  usePrefetchedFields,
} from './prefetched-field.ts';
import { addRawJsonFields, type RawJsonField, useRawJsonFields } from './raw-json-fields.ts';

/** A schema that nobody sees: beside the fields of the engine's it has quicker ways to some of them. */
export type OptimizedSchema = {
  readonly schema: () => GraphQLSchema;
  /**
   * A plain operation that takes the quicker ways; null where there is none to take, or where the
   * schema itself is asked about.
   */
  readonly rewrite: (operation: OperationDefinitionNode) => OperationDefinitionNode | null;
};

/** @param options.createSchema - Makes the engine's schema anew; it is called once, on first use. */
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
