import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Variables } from './compile.ts';

/** What was executed. */
export type ExecutedOperation = {
  readonly schema: GraphQLSchema;
  /** As it was sent: what is compiled has lost its places. */
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables: Variables;
};

/** More wrong values than these of one request are not told. */
const maxErrors = 50;

/**
 * A result with its errors told in one way, whoever executed it: compiled, errors have no places, and
 * each engine has words of its own for variables that are wrong. Nothing is done without errors.
 */
export function normalizeErrors(
  result: ExecutionResult,
  executed: ExecutedOperation,
): ExecutionResult {
  const { errors, ...rest } = result;
  if (!errors) return result;
  if (rest.data === undefined) return { errors: errorsOfVariables(executed) ?? errors };
  return { errors: addErrorLocations(errors, executed), ...rest };
}

function errorsOfVariables(executed: ExecutedOperation): readonly GraphQLError[] | null {
  const { schema, document, operationName, variables } = executed;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return getVariableValues(schema, definitions, variables, { maxErrors }).errors ?? null;
}

/** The same errors with the places of their fields in the document. */
export function addErrorLocations(
  errors: readonly GraphQLError[],
  { document, operationName }: Pick<ExecutedOperation, 'document' | 'operationName'>,
): readonly GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  if (!operation) return errors;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const found = new Map<string, readonly FieldNode[]>();
  return errors.map((error) => {
    const { message, path, originalError = error } = error;
    if (!path) return error;
    const names = path.filter((step) => typeof step === 'string');
    const key = names.join(' ');
    const nodes = found.get(key) ?? fieldsAt(names, operation.selectionSet, fragments);
    found.set(key, nodes);
    return new GraphQLError(message, { nodes, path, originalError });
  });
}

/** The fields that may have a place in the answer, whatever the types and conditions around them. */
function fieldsAt(
  names: readonly string[],
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FieldNode[] {
  let fields: FieldNode[] = [];
  let sets: readonly SelectionSetNode[] = [selectionSet];
  for (const name of names) {
    fields = [];
    // Each fragment is looked into once: they may double each other thirty times.
    const left = new Map(fragments);
    for (const set of sets) collect(set, name, { fields, left });
    sets = fields.flatMap((field) => field.selectionSet ?? []);
  }
  return fields;
}

type Collected = {
  readonly fields: FieldNode[];
  /** Fragments that were not looked into yet. */
  readonly left: Map<string, FragmentDefinitionNode>;
};

function collect({ selections }: SelectionSetNode, name: string, into: Collected): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      if ((selection.alias ?? selection.name).value === name) into.fields.push(selection);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, name, into);
    } else {
      const fragment = into.left.get(selection.name.value);
      into.left.delete(selection.name.value);
      if (fragment) collect(fragment.selectionSet, name, into);
    }
  }
}
