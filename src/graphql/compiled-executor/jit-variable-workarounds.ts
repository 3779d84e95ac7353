import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Given = Readonly<Record<string, unknown>>;

/**
 * Works around errors of graphql-jit with variables. It ignores the default of a non-null variable,
 * so such a variable becomes nullable. It then mishandles `null` in place of a default and omitted
 * variables in lists and objects; `needsInterpreter` detects these values, and is null if there are
 * none.
 *
 * Returns null when the operation cannot be compiled: a variable inside a scalar literal, named like
 * a property of `Object.prototype`, or of an input type with a non-null field that has a default,
 * which graphql-jit demands all the same.
 */
export function rewriteVariableDefinitionsForJit(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
) {
  const definitions = operation.variableDefinitions ?? [];
  const places = placesOfVariables(operation, schema);
  const nameOf = ({ variable }: VariableDefinitionNode) => variable.name.value;
  const typeOf = ({ type }: VariableDefinitionNode) =>
    getNamedType(typeFromAST(schema, type as NamedTypeNode));
  const isUnusable = (one: VariableDefinitionNode) =>
    nameOf(one) in Object.prototype || hasNonNullDefault(typeOf(one));
  if (places === null || definitions.some(isUnusable)) return null;
  const { inner, strict } = places;
  const namesWhere = (holds: (definition: VariableDefinitionNode, name: string) => boolean) =>
    definitions.filter((one) => holds(one, nameOf(one))).map(nameOf);
  const isNullable = ({ type }: VariableDefinitionNode) => type.kind !== Kind.NON_NULL_TYPE;
  const notNull = namesWhere(
    (one, name) => one.defaultValue !== undefined || (isNullable(one) && strict.has(name)),
  );
  const notLacking = namesWhere((one, name) =>
    one.defaultValue
      ? one.defaultValue.kind === Kind.NULL && strict.has(name)
      : isNullable(one) && inner.has(name),
  );
  if (notNull.length + notLacking.length === 0) return { operation, needsInterpreter: null };
  return {
    operation: { ...operation, variableDefinitions: definitions.map(withoutNonNull) },
    needsInterpreter: (variables: Given) =>
      notNull.some((name) => givenIn(variables, name) === null) ||
      notLacking.some((name) => givenIn(variables, name) == null),
  };
}

/** Whether an input type has, at any depth, a non-null field with a default. */
function hasNonNullDefault(
  type: GraphQLNamedType | undefined,
  seen = new Set<GraphQLNamedType>(),
): boolean {
  if (!isInputObjectType(type) || seen.has(type)) return false;
  seen.add(type);
  return Object.values(type.getFields()).some(
    (field) =>
      (isNonNullType(field.type) && !isRequiredInputField(field)) ||
      hasNonNullDefault(getNamedType(field.type), seen),
  );
}

const givenIn = (variables: Given, name: string): unknown =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

function withoutNonNull(definition: VariableDefinitionNode): VariableDefinitionNode {
  const { type, defaultValue } = definition;
  const isBoth = type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined;
  return isBoth ? { ...definition, type: type.type } : definition;
}

type Places = {
  /** Variables used inside lists and objects. */
  readonly inner: ReadonlySet<string>;
  /** Variables used where a non-null type is expected. */
  readonly strict: ReadonlySet<string>;
};

/** Null when a variable is used where no type is known, as inside a scalar literal. */
function placesOfVariables(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): Places | null {
  const info = new TypeInfo(schema);
  const inner = new Set<string>();
  const strict = new Set<string>();
  let depth = 0;
  let isTyped = true;
  const level = {
    enter: () => {
      depth += 1;
    },
    leave: () => {
      depth -= 1;
    },
  };
  visit(
    operation,
    visitWithTypeInfo(info, {
      ListValue: level,
      ObjectValue: level,
      Variable: ({ name }) => {
        const type = info.getInputType();
        if (isNonNullType(type)) strict.add(name.value);
        if (depth === 0) return;
        inner.add(name.value);
        if (!type) isTyped = false;
      },
    }),
  );
  return isTyped ? { inner, strict } : null;
}
