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

/** A stand-in for JSON, as it is. */
const standIn = new GraphQLScalarType({ name: 'StandIn', serialize: (value) => value });

/**
 * Adds a twin beside a field of a schema that nobody sees: a leaf with the same arguments, a stand-in
 * for the field's JSON.
 *
 * @param make - What is the twin's own; it is given the field.
 * @returns the field.
 * @throws {Error} there is no such field.
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

/** A leaf in the place of a field, under the same name in the answer and with what else is said of it. */
export function replaceWithLeaf(
  { selectionSet: _below, ...field }: FieldNode,
  leaf: string,
): FieldNode {
  return { ...field, alias: field.alias ?? field.name, name: { kind: Kind.NAME, value: leaf } };
}
