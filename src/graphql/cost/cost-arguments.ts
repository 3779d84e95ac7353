import {
  type FieldNode,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPageSize } from '../connection/index.ts';
import type { Variables } from '../variables.ts';
import { estimateListLength, type ListArgumentReader, type MaxListLength } from './cost-hints.ts';

type Field = GraphQLField<unknown, unknown>;

/** Arguments that state the length of a list: a number, or one key for each element. */
const isNumber = (name: string): boolean =>
  name === 'first' || name === 'last' || name === 'maxPoints';
const isKeys = (name: string): boolean => name.endsWith('ds') || name === 'representations';
/** Keys of elements that the list has besides the object itself. */
const isBeside = (name: string): boolean => name === 'with';
/** Arguments that affect the length of a list without stating it. */
const windows: readonly string[] = ['range', 'from', 'ticks'];

/** Fields of filters that list the keys of elements, each of which matches one element. */
const isKeyFilter = (name: string): boolean => /^ids$|Ids$|^symbols$/.test(name);

/** Returns the number of elements that a filter can match; infinite if it lists no keys. */
function filteredLength(filter: unknown): number {
  if (typeof filter !== 'object' || filter === null) return Number.POSITIVE_INFINITY;
  const counts = Object.entries(filter).map(([name, keys]) =>
    isKeyFilter(name) && Array.isArray(keys) ? keys.length : Number.POSITIVE_INFINITY,
  );
  return Math.min(...counts);
}

/** Returns the name of the argument that can shorten a list; null when the field has none. */
export function findLengthArgument({ args }: Field): string | null {
  const names = args.map(({ name }) => name);
  const isLength = (name: string) => isNumber(name) || isKeys(name) || isBeside(name);
  return names.find(isLength) ?? names.find((name) => windows.includes(name)) ?? null;
}

/** Returns the names of the arguments that state a list's length, or name each element. */
export const slicingArguments = ({ args }: Field): readonly string[] =>
  args.map(({ name }) => name).filter((name) => isNumber(name) || isKeys(name));

/** Returns the number of elements that a field's arguments request, or else the estimated maximum. */
export function requestedLength(
  length: MaxListLength | undefined,
  field: Field,
  list: ListArgumentReader,
): number {
  return Math.min(statedLength(length, field, list), filteredLength(list.read('filter')));
}

function statedLength(
  length: MaxListLength | undefined,
  { args }: Field,
  list: ListArgumentReader,
): number {
  for (const { name } of args) {
    if (!isNumber(name) && !isKeys(name) && !isBeside(name)) continue;
    const value = list.read(name);
    if (Array.isArray(value)) return value.length + (isBeside(name) ? 1 : 0);
    if (!isNumber(name) || typeof value !== 'number') continue;
    // `maxPoints` limits a series but cannot make it longer than it is.
    const most = name === 'maxPoints' ? estimateListLength(length, list) : Number.POSITIVE_INFINITY;
    return Math.max(0, Math.min(value, most));
  }
  const isPaged = args.some(({ name }) => name === 'last');
  return isPaged ? defaultPageSize : estimateListLength(length, list);
}

type Arguments = {
  readonly isVariable: boolean;
  /** @param variables - Including the defaults of omitted variables. */
  readonly of: (variables: Variables) => ListArgumentReader;
};

/** Reads the arguments of a field from the document, with the defaults of the schema. */
export function readFieldArguments({ arguments: given = [] }: FieldNode, field: Field): Arguments {
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
        // Resolvers treat `null` like an omitted argument.
        const given = isVariable ? variables[value.name.value] : valueFromASTUntyped(value);
        return given ?? byDefault();
      },
    }),
  };
}

/** Returns the default values of an operation's variables. */
export function variableDefaults({
  variableDefinitions = [],
}: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
