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
const standIn = new GraphQLScalarType({ name: 'StandIn', serialize: (value) => value });

/**
 * Adds a placeholder field, a leaf whose value stands for a field's JSON, to an internal schema.
 *
 * @param make - Returns the resolver, and the arguments where they differ, for the given field.
 * @returns the original field.
 * @throws {Error} the field does not exist.
 */
export function addPlaceholderField(
  schema: GraphQLSchema,
  place: { readonly type: string; readonly field: string; readonly twin: string },
  make: (field: Field) => Pick<Field, 'resolve'> & Partial<Pick<Field, 'args'>>,
): Field {
  const { type, field, twin: placeholder } = place;
  const owner = schema.getType(type);
  const fields = isObjectType(owner) ? owner.getFields() : {};
  const found = fields[field];
  if (!found) throw new Error(`there is no field ${type}.${field}`);
  fields[placeholder] = {
    ...found,
    name: placeholder,
    type: isNonNullType(found.type) ? new GraphQLNonNull(standIn) : standIn,
    ...make(found),
  };
  return found;
}

/** Replaces a field by a leaf with the same response name, arguments and directives. */
export function replaceWithLeaf(
  { selectionSet: _below, ...field }: FieldNode,
  leaf: string,
): FieldNode {
  return { ...field, alias: field.alias ?? field.name, name: { kind: Kind.NAME, value: leaf } };
}
