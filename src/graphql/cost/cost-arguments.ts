import {
  type FieldNode,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import type { CostVariables } from './cost-tree.ts';
import { estimateListLength, type ListArguments } from './list-lengths.ts';

type Field = GraphQLField<unknown, unknown>;

/** Arguments that say how long a list is: a number, keys, or others beside the object itself. */
const isNumber = (name: string): boolean => name === 'first' || name === 'maxPoints';
const isKeys = (name: string): boolean => name.endsWith('ds') || name === 'representations';
const isBeside = (name: string): boolean => name === 'with';
/** Arguments that lists depend on without saying how long they are. */
const windows: readonly string[] = ['range', 'from', 'ticks'];

/** The argument by which a list becomes shorter; null where there is none. */
export function boundIn({ args }: Field): string | null {
  const names = args.map(({ name }) => name);
  const isLength = (name: string) => isNumber(name) || isKeys(name) || isBeside(name);
  return names.find(isLength) ?? names.find((name) => windows.includes(name)) ?? null;
}

/** How many elements a field's arguments ask for, or its list has at most. */
export function requestedLength(key: string, { args }: Field, list: ListArguments): number {
  for (const { name } of args) {
    if (!isNumber(name) && !isKeys(name) && !isBeside(name)) continue;
    const value = list.read(name);
    if (Array.isArray(value)) return value.length + (isBeside(name) ? 1 : 0);
    if (!isNumber(name) || typeof value !== 'number') continue;
    // A series has no more points than it has, however many may be shown.
    const most = name === 'maxPoints' ? estimateListLength(key, list) : Number.POSITIVE_INFINITY;
    return Math.max(0, Math.min(value, most));
  }
  return estimateListLength(key, list);
}

/** Arguments, once the variables are known. */
type Arguments = {
  readonly isVariable: boolean;
  /** @param variables - With their defaults. */
  readonly of: (variables: CostVariables) => ListArguments;
};

/** The arguments of a field, as the document gives them. */
export function argumentsOf({ arguments: given = [] }: FieldNode, field: Field): Arguments {
  const givenFor = (name: string) => given.find((one) => one.name.value === name)?.value;
  return {
    isVariable: given.some(({ value }) => value.kind === Kind.VARIABLE),
    of: (variables) => ({
      isWritten: (name) => givenFor(name) !== undefined,
      read: (name) => {
        const value = givenFor(name);
        const byDefault = () => field.args.find((one) => one.name === name)?.defaultValue;
        if (!value) return byDefault();
        const isVariable = value.kind === Kind.VARIABLE;
        // What is told to be null is answered as if nothing were told.
        const told = isVariable ? variables[value.name.value] : valueFromASTUntyped(value);
        return told ?? byDefault();
      },
    }),
  };
}

/** What variables are when they are left out. */
export function defaultsOf({
  variableDefinitions = [],
}: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
