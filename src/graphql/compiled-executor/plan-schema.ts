import { mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import { lazy } from '../../lib/lazy-properties.ts';
import {
  addFragmentFields,
  type EncodeFragmentToPlaceholder,
  type FieldsByType,
} from './fragment-cache/fragment-fields.ts';
import { addRawJsonFields, type SplicedJsonListField } from './raw-json-fields.ts';

/**
 * Creates the schema that plans are compiled for, on first use: a copy of the public one, and a
 * placeholder field beside each field whose JSON may exist already.
 */
export const createPlanSchema = (options: {
  readonly publicSchema: GraphQLSchema;
  readonly cachedFields: FieldsByType;
  readonly rawJsonFields: readonly SplicedJsonListField[];
  readonly encode: EncodeFragmentToPlaceholder;
}): (() => GraphQLSchema) =>
  lazy(() => {
    const schema = mapSchema(options.publicSchema);
    addRawJsonFields(schema, options.rawJsonFields);
    addFragmentFields(schema, options.cachedFields, options.encode);
    return schema;
  });
