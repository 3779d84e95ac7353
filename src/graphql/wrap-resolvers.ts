import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/**
 * Replaces resolvers of a schema, in place, except those of introspection. Each keeps its parameter
 * count, which `resolverTakesContext` reads.
 *
 * @param wrap - Returns the new resolver of a field; null leaves the field as it is.
 */
export function wrapResolvers(
  schema: GraphQLSchema,
  wrap: (field: Field) => GraphQLFieldResolver<unknown, unknown> | null,
): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const wrapped = wrap(field);
      if (!wrapped) continue;
      const length = { value: field.resolve?.length ?? 0 };
      field.resolve = Object.defineProperty(wrapped, 'length', length);
    }
  }
  return schema;
}

/** Whether a resolver takes the `Context`, through which it can read from upstreams. */
export const resolverTakesContext = ({ resolve }: Field): boolean =>
  resolve !== undefined && resolve.length > 2;
