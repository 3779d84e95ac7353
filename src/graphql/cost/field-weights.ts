import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { resolverTakesContext } from '../wrap-resolvers.ts';
import { asyncLeafWeight, leafWeight } from './cost-hints.ts';

/** Returns a field of a type by its name, those of introspection included. */
export function findField(
  type: GraphQLNamedType,
  name: string,
  schema: GraphQLSchema,
): GraphQLField<unknown, unknown> | null {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return isObjectType(type) || isInterfaceType(type) ? (type.getFields()[name] ?? null) : null;
}

/** Whether a field belongs to introspection: by its own name, or by that of its type. */
export const isOfIntrospection = (parent: GraphQLNamedType, field: string): boolean =>
  field.startsWith('__') || parent.name.startsWith('__');

/** Returns the weight of one leaf of a field. */
export const weightOfLeaf = (
  parent: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
): number =>
  !isOfIntrospection(parent, field.name) && resolverTakesContext(field)
    ? asyncLeafWeight
    : leafWeight;

/** Whether a type is a list, nullable or not. */
export const isListOutput = (type: GraphQLOutputType): boolean =>
  isListType(isNonNullType(type) ? type.ofType : type);
