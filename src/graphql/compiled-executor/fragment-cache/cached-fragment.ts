import {
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  type SelectionSetNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type CompiledOperation, compiledSize, compileOperation } from '../compile.ts';

/** What is selected below one field of a document, executed on its own with the field's value as its root. */
export type CachedFragment = {
  /** Unique in the process; parts that select the same from the same field are one, whatever the document. */
  readonly id: number;
  /** The root field that stands for the field, see `shadow-schema.ts`. */
  readonly root: string;
  /** Those that it mentions, or a part of it does. */
  readonly variables: readonly string[];
  readonly fragments: CachedFragments;
  readonly execute: CompiledOperation;
};

/** The parts that an operation mentions, by number. */
export type CachedFragments = ReadonlyMap<number, CachedFragment>;

export type FragmentSource = {
  readonly root: string;
  readonly selectionSet: SelectionSetNode;
  /** All variables of the operation. */
  readonly definitions: readonly VariableDefinitionNode[];
  /** The parts within it. */
  readonly fragments: CachedFragments;
};

/** Parts that are kept for other documents; documents keep theirs. */
const maxParts = 2000;

/**
 * Compiles parts against the schema whose roots stand for fields; null for one that cannot be compiled.
 *
 * @param maxBytes - Bound of the compiled parts that are kept.
 */
export function createFragmentCompiler(
  schema: () => GraphQLSchema,
  maxBytes: number,
): (source: FragmentSource) => CachedFragment | null {
  const known = new LRUCache<string, CachedFragment>({
    max: maxParts,
    maxSize: Math.max(1, maxBytes),
  });
  let lastId = 0;
  return ({ root, selectionSet, definitions, fragments }) => {
    const used = variablesIn(selectionSet);
    const variableDefinitions = definitions.filter(({ variable }) => used.has(variable.name.value));
    const operation = operationOn(root, selectionSet, variableDefinitions);
    const text = print(operation);
    const found = known.get(text);
    if (found) return found;
    const execute = compileOperation(schema(), operation);
    if (!execute) return null;
    lastId += 1;
    const inner = [...fragments.values()].flatMap(({ variables }) => variables);
    const variables = [...new Set([...used, ...inner])];
    const fragment = { id: lastId, root, variables, fragments, execute };
    known.set(text, fragment, { size: compiledSize(operation) + 2 * text.length });
    return fragment;
  };
}

function operationOn(
  root: string,
  selectionSet: SelectionSetNode,
  variableDefinitions: readonly VariableDefinitionNode[],
): OperationDefinitionNode {
  return {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    variableDefinitions,
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: root }, selectionSet }],
    },
  };
}

function variablesIn(selectionSet: SelectionSetNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(selectionSet, { Variable: ({ name }) => void names.add(name.value) });
  return names;
}
