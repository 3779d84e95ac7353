import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { type JsonSchema, schemaOfScalar } from './json-schema.ts';

const errorsSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
};

/**
 * Returns the JSON Schema of a tool's result: a GraphQL result, and a cursor if there is more.
 *
 * @param data - The schema of `data`, which a refused document lacks.
 */
export const resultSchemaOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    data,
    errors: errorsSchema,
    nextCursor: {
      type: 'string',
      description: 'Lists are cut here; repeat the call with it as cursor for what follows.',
    },
  },
});

/**
 * Returns the JSON Schema of the data of an operation without named fragments.
 *
 * @throws {Error} the operation has a named fragment.
 */
export function dataSchemaOf(schema: GraphQLSchema, operation: OperationDefinitionNode) {
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`the schema has no ${operation.operation}`);
  return orNull(objectSchema(schema, root, operation.selectionSet));
}

/** Allows null beside a schema. */
function orNull(of: JsonSchema): JsonSchema {
  if (typeof of.type !== 'string') {
    return { anyOf: [...((of.anyOf ?? [of]) as JsonSchema[]), { type: 'null' }] };
  }
  const values = of.enum ? { enum: [...(of.enum as string[]), null] } : {};
  return { ...of, type: [of.type, 'null'], ...values };
}

function valueSchema(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): JsonSchema {
  if (!isNonNullType(type)) return orNull(nonNullSchema(schema, type, selectionSet));
  return nonNullSchema(schema, type.ofType, selectionSet);
}

function nonNullSchema(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): JsonSchema {
  if (isListType(type)) {
    return { type: 'array', items: valueSchema(schema, type.ofType, selectionSet) };
  }
  const named = getNamedType(type);
  if (isEnumType(named)) {
    return { type: 'string', enum: named.getValues().map(({ name }) => name) };
  }
  if (!selectionSet) return schemaOfScalar(named.name);
  if (isObjectType(named)) return objectSchema(schema, named, selectionSet);
  if (!isAbstractType(named)) throw new Error(`${named.name} has no fields`);
  const possible = schema.getPossibleTypes(named);
  return { anyOf: possible.map((one) => objectSchema(schema, one, selectionSet)) };
}

/** A selected field, and whether it is always in the result. */
type Selected = { readonly node: FieldNode; readonly isCertain: boolean };

function objectSchema(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
): JsonSchema {
  const byKey = Map.groupBy(
    selectFields(schema, type, selectionSet.selections, true),
    ({ node }) => (node.alias ?? node.name).value,
  );
  const properties = [...byKey].map(([key, selected]): [string, JsonSchema] => {
    const name = selected[0]?.node.name.value ?? key;
    if (name === '__typename') return [key, { const: type.name }];
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    const selections = selected.flatMap(({ node }) => node.selectionSet?.selections ?? []);
    const below =
      selections.length > 0 ? ({ kind: Kind.SELECTION_SET, selections } as const) : undefined;
    return [key, valueSchema(schema, field.type, below)];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...byKey].flatMap(([key, of]) => (of.some((one) => one.isCertain) ? [key] : [])),
    additionalProperties: false,
  };
}

function selectFields(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  isCertain: boolean,
): Selected[] {
  return selections.flatMap((node): Selected[] => {
    const isOwnCertain = isCertain && (node.directives ?? []).length === 0;
    if (node.kind === Kind.FIELD) return [{ node, isCertain: isOwnCertain }];
    if (node.kind === Kind.FRAGMENT_SPREAD) throw new Error('named fragments are not supported');
    const condition = node.typeCondition && schema.getType(node.typeCondition.name.value);
    const applies =
      !condition ||
      condition === type ||
      (isAbstractType(condition) && schema.isSubType(condition, type));
    return applies ? selectFields(schema, type, node.selectionSet.selections, isOwnCertain) : [];
  });
}
