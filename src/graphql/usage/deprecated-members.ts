import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isRecord } from '../../lib/parse.ts';

/** Returns the deprecated members that an operation uses: `Order.note`, `Query.orders(kind:)`. */
export type FindDeprecatedMembers = (used: {
  readonly query: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}) => readonly string[];

/** Creates the finder of a schema, which looks only at documents with the name of such a member. */
export function createDeprecatedMemberFinder(schema: GraphQLSchema): FindDeprecatedMembers {
  const names = namesOfDeprecated(schema);
  return ({ query, document, operation, variables }) => {
    const hasVariables = Object.keys(variables).length > 0;
    if (!names.some((name) => query.includes(name)) && !hasVariables) return [];
    const found = new Set<string>();
    if (names.length > 0) {
      findInDocument(schema, document, found);
      findInVariables(schema, { operation, variables }, found);
    }
    return [...found];
  };
}

function namesOfDeprecated(schema: GraphQLSchema): readonly string[] {
  const names = new Set<string>();
  const add = (members: readonly { name: string; deprecationReason?: unknown }[]) => {
    for (const { name, deprecationReason } of members) {
      if (deprecationReason != null) names.add(name);
    }
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isEnumType(type)) add(type.getValues());
    if (isInputObjectType(type)) add(Object.values(type.getFields()));
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const fields = Object.values(type.getFields());
    add(fields);
    for (const { args } of fields) add(args);
  }
  return [...names];
}

function findInDocument(schema: GraphQLSchema, document: DocumentNode, found: Set<string>): void {
  const types = new TypeInfo(schema);
  const owner = () => `${types.getParentType()?.name}.${types.getFieldDef()?.name}`;
  const visitor = visitWithTypeInfo(types, {
    Field: () => {
      if (types.getFieldDef()?.deprecationReason != null) found.add(owner());
    },
    Argument: ({ name }) => {
      const isOfField = types.getDirective() === null || types.getDirective() === undefined;
      if (isOfField && types.getArgument()?.deprecationReason != null) {
        found.add(`${owner()}(${name.value}:)`);
      }
    },
    ObjectField: ({ name }) => {
      const type = types.getParentInputType();
      const input = type && getNamedType(type);
      if (isInputObjectType(input) && input.getFields()[name.value]?.deprecationReason != null) {
        found.add(`${input.name}.${name.value}`);
      }
    },
    EnumValue: ({ value }) => {
      const type = types.getInputType();
      if (types.getEnumValue()?.deprecationReason != null && type) {
        found.add(`${getNamedType(type).name}.${value}`);
      }
    },
  });
  visit(document, visitor);
}

function findInVariables(
  schema: GraphQLSchema,
  used: Pick<Parameters<FindDeprecatedMembers>[0], 'operation' | 'variables'>,
  found: Set<string>,
): void {
  for (const { variable, type } of used.operation.variableDefinitions ?? []) {
    const value = used.variables[variable.name.value];
    const input = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
    if (input && value !== undefined) findInValue(input, value, found);
  }
}

function findInValue(type: GraphQLInputType, value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const one of value) findInValue(type, one, found);
    return;
  }
  const named = getNamedType(type);
  if (isEnumType(named) && named.getValue(String(value))?.deprecationReason != null) {
    found.add(`${named.name}.${value}`);
  }
  if (!isInputObjectType(named) || !isRecord(value)) return;
  for (const field of Object.values(named.getFields())) {
    const inner = value[field.name];
    if (inner === undefined) continue;
    if (field.deprecationReason != null) found.add(`${named.name}.${field.name}`);
    findInValue(field.type, inner, found);
  }
}
