import type { GraphQLSchema } from 'graphql';
import { lazy } from '../../lib/lazy-properties.ts';
import {
  addFragmentFields,
  type EncodeFragmentToPlaceholder,
  type FieldsByType,
} from './fragment-cache/fragment-fields.ts';
import { addRawJsonFields, type SplicedJsonListField } from './raw-json-fields.ts';

/**
 * Creates the schema that plans are compiled for, on first use: the public one, and a placeholder
 * field beside each field whose JSON may exist already.
 *
 * @param options.createSchema - Builds the public schema anew.
 */
export const createPlanSchema = (options: {
  readonly createSchema: () => GraphQLSchema;
  readonly cachedFields: FieldsByType;
  readonly rawJsonFields: readonly SplicedJsonListField[];
  readonly encode: EncodeFragmentToPlaceholder;
}): (() => GraphQLSchema) =>
  lazy(() => {
    const schema = options.createSchema();
    addRawJsonFields(schema, options.rawJsonFields);
    addFragmentFields(schema, options.cachedFields, options.encode);
    return schema;
  });
