import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { resolverTakesContext } from './wrap-resolvers.ts';

/** Marks fields that are null only where they failed, for clients that handle errors themselves. */
export const semanticNonNullDirective = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'The field is null only together with an error: an upstream failed, or an argument was refused.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLList(new GraphQLNonNull(GraphQLInt)),
      defaultValue: [0],
      description: 'What is not null: 0 is the field, 1 the elements of its list.',
    },
  },
});

/**
 * Returns `@semanticNonNull` by type and field, not for subscriptions, whose fields have the event. It holds for a field that is nullable because it may
 * fail (it calls upstreams or takes arguments) and whose description names no case in which it is
 * null.
 */
export function listSemanticNonNull(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    if (type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields())) {
      const mayFail = resolverTakesContext(field) || field.args.length > 0;
      if (isNonNullType(field.type) || !mayFail) continue;
      if (/\bnull\b/i.test(field.description ?? '')) continue;
      found.set(`${type.name}.${field.name}`, `@${semanticNonNullDirective.name}`);
    }
  }
  return found;
}
