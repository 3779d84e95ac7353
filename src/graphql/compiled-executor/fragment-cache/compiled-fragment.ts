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
import { type CompiledOperation, compileOperation, estimateCompiledBytes } from '../compile.ts';

/** The selection below a cached field as a compiled operation; the field's value is its root. */
export type CompiledFragment = {
  /** Unique in the process; equal selections of one field share an id across documents. */
  readonly id: number;
  /** The root field of `fragment-fields.ts` that stands for the cached field. */
  readonly root: string;
  /** Names of the variables that the fragment or a fragment nested in it uses. */
  readonly variables: readonly string[];
  readonly fragments: CompiledFragmentsById;
  readonly selectionSet: SelectionSetNode;
  readonly execute: CompiledOperation;
};

/** Fragments of an operation by id. */
export type CompiledFragmentsById = ReadonlyMap<number, CompiledFragment>;

/** The selection from which a cached fragment is compiled. */
export type FragmentSource = {
  readonly root: string;
  readonly selectionSet: SelectionSetNode;
  readonly definitions: readonly VariableDefinitionNode[];
  readonly fragments: CompiledFragmentsById;
};

/** Maximum number of compiled fragments that are cached for other documents. */
const maxParts = 2000;

/**
 * Creates a compiler for fragments; it returns null for a fragment that cannot be compiled.
 *
 * @param schema - The schema of plans, whose root fields stand for the cached fields.
 * @param maxCompiledBytes - Maximum size of the compiled fragments that other documents can use.
 */
export function createFragmentCompiler(
  schema: () => GraphQLSchema,
  maxCompiledBytes: number,
): (source: FragmentSource) => CompiledFragment | null {
  const known = new LRUCache<string, CompiledFragment>({
    max: maxParts,
    maxSize: Math.max(1, maxCompiledBytes),
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
    const fragment = { id: lastId, root, variables, fragments, selectionSet, execute };
    known.set(text, fragment, { size: estimateCompiledBytes(operation) + 2 * text.length });
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
