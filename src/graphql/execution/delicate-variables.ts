import {
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Given = Readonly<Record<string, unknown>>;

/** An operation in which the compiler understands the variables, as far as it does. */
export type WithVariables = {
  readonly operation: OperationDefinitionNode;
  /** True for values that are to be interpreted all the same; null where there are none such. */
  readonly isDelicate: ((variables: Given) => boolean) | null;
};

/**
 * Sets the variables apart that the compiler takes for something else than they are. It has no
 * default for a type that cannot be null: here it gets the type without that. It then takes `null`
 * in the place of a default for allowed, and a variable that is left out within a list or an object
 * for `null`: such values are delicate. Null where a variable stands in a literal of a scalar, which
 * the compiler never fills in.
 */
export function withVariables(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): WithVariables | null {
  const definitions = operation.variableDefinitions ?? [];
  const inner = innerVariables(operation, schema);
  if (inner === null) return null;
  const nameOf = ({ variable }: VariableDefinitionNode) => variable.name.value;
  const withDefault = definitions.filter(({ defaultValue }) => defaultValue).map(nameOf);
  const mayLack = definitions
    .filter((one) => one.type.kind !== Kind.NON_NULL_TYPE && !one.defaultValue)
    .map(nameOf)
    .filter((name) => inner.has(name));
  if (withDefault.length + mayLack.length === 0) return { operation, isDelicate: null };
  return {
    operation: { ...operation, variableDefinitions: definitions.map(withoutNonNull) },
    isDelicate: (variables) =>
      withDefault.some((name) => givenIn(variables, name) === null) ||
      mayLack.some((name) => givenIn(variables, name) == null),
  };
}

const givenIn = (variables: Given, name: string): unknown =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

function withoutNonNull(definition: VariableDefinitionNode): VariableDefinitionNode {
  const { type, defaultValue } = definition;
  const isBoth = type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined;
  return isBoth ? { ...definition, type: type.type } : definition;
}

/** The variables within lists and objects; null when one has no type there, as within a scalar. */
function innerVariables(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): ReadonlySet<string> | null {
  const info = new TypeInfo(schema);
  const names = new Set<string>();
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
        if (depth === 0) return;
        names.add(name.value);
        if (!info.getInputType()) isTyped = false;
      },
    }),
  );
  return isTyped ? names : null;
}
