import {
  type FieldNode,
  type GraphQLField,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
  Kind,
} from 'graphql';
import type { Context } from '../../context.ts';

type Field = GraphQLField<unknown, Context>;

/** The scalar type of placeholder fields; it passes values on unchanged. */
const placeholderScalar = new GraphQLScalarType({
  name: 'Placeholder',
  serialize: (value) => value,
});

/**
 * Adds a field `placeholder` beside `field` to an object type of an internal schema. The added
 * field is a leaf: its value is a short string in the result, which is replaced later by the JSON
 * of `field`. It has the nullability of `field`.
 *
 * @param createConfig - Returns the resolver of the added field, and its arguments if they differ.
 * @returns the original field.
 * @throws {Error} the type has no field of that name.
 */
export function addJsonPlaceholderField(
  schema: GraphQLSchema,
  names: { readonly type: string; readonly field: string; readonly placeholder: string },
  createConfig: (field: Field) => Pick<Field, 'resolve'> & Partial<Pick<Field, 'args'>>,
): Field {
  const { type, field, placeholder } = names;
  const owner = schema.getType(type);
  const fields = isObjectType(owner) ? owner.getFields() : {};
  const found = fields[field];
  if (!found) throw new Error(`there is no field ${type}.${field}`);
  fields[placeholder] = {
    ...found,
    name: placeholder,
    type: isNonNullType(found.type) ? new GraphQLNonNull(placeholderScalar) : placeholderScalar,
    ...createConfig(found),
  };
  return found;
}

/** Replaces a field by a leaf with the same response name, arguments and directives. */
export function replaceFieldWithLeaf(
  { selectionSet: _below, ...field }: FieldNode,
  leaf: string,
): FieldNode {
  return { ...field, alias: field.alias ?? field.name, name: { kind: Kind.NAME, value: leaf } };
}
