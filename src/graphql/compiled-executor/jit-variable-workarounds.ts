import {
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Given = Readonly<Record<string, unknown>>;

/** An operation in which the compiler understands the variables, as far as it does. */
export type OperationWithVariables = {
  readonly operation: OperationDefinitionNode;
  /** True for values that are to be interpreted all the same; null where there are none such. */
  readonly needsInterpreter: ((variables: Given) => boolean) | null;
};

/**
 * Sets the variables apart that the compiler takes for something else than they are. It has no
 * default for a type that cannot be null: here it gets the type without that. It then takes `null`
 * in the place of a default for allowed, and a variable that is left out within a list or an object
 * for `null`; and `null` for an argument that cannot be null, but has a default, it tells as a failure
 * of ours. Such values are delicate. Null where a variable stands in a literal of a scalar, which
 * the compiler never fills in, and where one has a name that every object has: left out, it would be
 * what that object has.
 */
export function rewriteVariables(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): OperationWithVariables | null {
  const definitions = operation.variableDefinitions ?? [];
  const places = placesOfVariables(operation, schema);
  const nameOf = ({ variable }: VariableDefinitionNode) => variable.name.value;
  if (places === null || definitions.some((one) => nameOf(one) in Object.prototype)) return null;
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
    needsInterpreter: (variables) =>
      notNull.some((name) => givenIn(variables, name) === null) ||
      notLacking.some((name) => givenIn(variables, name) == null),
  };
}

const givenIn = (variables: Given, name: string): unknown =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

function withoutNonNull(definition: VariableDefinitionNode): VariableDefinitionNode {
  const { type, defaultValue } = definition;
  const isBoth = type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined;
  return isBoth ? { ...definition, type: type.type } : definition;
}

/** Names of variables by where they stand. */
type Places = {
  /** Within lists and objects. */
  readonly inner: ReadonlySet<string>;
  /** Where there can be no null. */
  readonly strict: ReadonlySet<string>;
};

/** Null when a variable has no type where it stands, as within a scalar. */
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
