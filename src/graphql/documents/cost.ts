import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { type ListArguments, lengthOf, weightOf } from './list-lengths.ts';

export type CostQuery = {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
};

/**
 * How many objects an answer may hold: 1 for an object, a tenth for a point of a series, a list as
 * often as its arguments say, or as `list-lengths.ts` knows, scalars nothing. Known only with the
 * variables, so it is computed at execution.
 */
export function operationCost(query: CostQuery): number {
  return prepareCost(query)(query.variables);
}

/** The same for any variables; computed once where none of them says how long a list is. */
export function prepareCost(
  query: Omit<CostQuery, 'variables'>,
): (variables: CostQuery['variables']) => number {
  const { cost, isVariable } = measure({ ...query, variables: {} });
  return isVariable ? (variables) => measure({ ...query, variables }).cost : () => cost;
}

function measure(query: CostQuery): { readonly cost: number; readonly isVariable: boolean } {
  const { schema, operation, fragments } = query;
  const variables = { ...defaultsOf(operation), ...query.variables };
  let isVariable = false;
  const root = schema.getRootType(operation.operation);
  const measured = new Map<string, number>();

  function ofSelections(
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    pageSize: number | null,
  ): number {
    let sum = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        sum += ofField(selection, parent, pageSize);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value;
        const type = condition ? (schema.getType(condition) ?? parent) : parent;
        sum += ofSelections(selection.selectionSet, type, pageSize);
      } else {
        sum += ofFragment(selection.name.value, parent, pageSize);
      }
    }
    return sum;
  }

  function ofFragment(name: string, parent: GraphQLNamedType, pageSize: number | null): number {
    const key = `${name} ${pageSize}`;
    let cost = measured.get(key);
    if (cost === undefined) {
      measured.set(key, 0);
      const fragment = fragments[name];
      const type = fragment && schema.getType(fragment.typeCondition.name.value);
      cost = fragment ? ofSelections(fragment.selectionSet, type ?? parent, pageSize) : 0;
      measured.set(key, cost);
    }
    return cost;
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType, pageSize: number | null): number {
    const field = fieldOf(parent, node.name.value);
    if (!field || !node.selectionSet) return 0;
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return 0;
    const isConnection = type.name.endsWith('Connection');
    const list = argumentsOf(node, field, (name) => {
      isVariable = true;
      return variables[name];
    });
    const own = sizeOf(field, list);
    const inner = ofSelections(node.selectionSet, type, isConnection ? (own ?? 20) : null);
    const times = isList(field.type)
      ? (pageSize ?? own ?? lengthOf(`${parent.name}.${field.name}`, list))
      : 1;
    return times * (weightOf(type.name) + inner);
  }

  const cost = root ? ofSelections(operation.selectionSet, root, null) : 0;
  return { cost: Math.round(cost), isVariable };
}

function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | null {
  return isObjectType(type) || isInterfaceType(type) ? (type.getFields()[name] ?? null) : null;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/**
 * How many elements the field's arguments ask for: `first`, `maxPoints`, the length of a list of keys,
 * or one more than others that the object itself is shown with.
 */
function sizeOf({ args }: GraphQLField<unknown, unknown>, { read }: ListArguments) {
  for (const { name } of args) {
    const isSize = name === 'first' || name === 'maxPoints';
    const isWith = name === 'with';
    if (!isSize && !isWith && !name.endsWith('ds') && name !== 'representations') continue;
    const value = read(name);
    if (Array.isArray(value)) return value.length + (isWith ? 1 : 0);
    if (isSize && typeof value === 'number') return Math.max(0, value);
  }
  return null;
}

function argumentsOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variable: (name: string) => unknown,
): ListArguments {
  const given = (name: string) => node.arguments?.find((one) => one.name.value === name)?.value;
  return {
    isWritten: (name) => given(name) !== undefined,
    read: (name) => {
      const value = given(name);
      const byDefault = () => field.args.find((one) => one.name === name)?.defaultValue;
      if (!value) return byDefault();
      const isVariable = value.kind === Kind.VARIABLE;
      // What is told to be null is answered as if nothing were told.
      return (isVariable ? variable(value.name.value) : valueFromASTUntyped(value)) ?? byDefault();
    },
  };
}

/** What variables are when they are left out. */
function defaultsOf({
  variableDefinitions = [],
}: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
