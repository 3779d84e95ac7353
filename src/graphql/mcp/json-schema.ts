import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
} from 'graphql';

export type JsonSchema = { readonly [keyword: string]: unknown };

const ofScalar: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  ID: { type: 'string' },
  UnixSeconds: { type: 'integer' },
};

/** Returns the JSON Schema of a scalar's values; custom scalars are strings, except `UnixSeconds`. */
export const schemaOfScalar = (name: string): JsonSchema => ofScalar[name] ?? { type: 'string' };

/**
 * Returns the JSON Schema of a GraphQL input type, without null: clients omit what they have no
 * value for.
 */
export function toJsonSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return toJsonSchema(type.ofType);
  if (isListType(type)) return { type: 'array', items: toJsonSchema(type.ofType) };
  const description = type.description ? { description: type.description } : {};
  if (isEnumType(type)) {
    return { type: 'string', enum: type.getValues().map(({ name }) => name), ...description };
  }
  if (!isInputObjectType(type)) {
    const scalar = schemaOfScalar(type.name);
    return isSpecifiedScalarType(type) ? scalar : { ...scalar, ...description };
  }
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        {
          ...toJsonSchema(field.type),
          ...(field.description ? { description: field.description } : {}),
          ...(field.defaultValue === undefined ? {} : { default: field.defaultValue }),
        },
      ]),
    ),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
    ...description,
  };
}
