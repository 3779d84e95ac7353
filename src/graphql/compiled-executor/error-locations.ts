import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { createErrorAt, type ErrorLocationAndPath } from '../create-error-at.ts';
import { limitErrors } from '../error-limit.ts';
import { collectFragments, type FragmentDefinitions } from '../validation/collect-fragments.ts';

/**
 * Limits the errors of a result, and adds the locations of the failed fields, which compiled
 * executions lack and graphql-js gives as those of arguments.
 */
export function locateErrors(result: ExecutionResult, executed: LocatedOperation): ExecutionResult {
  const { errors, ...rest } = result;
  return errors ? { errors: addErrorLocations(limitErrors(errors), executed), ...rest } : result;
}

type LocatedOperation = Pick<ExecutionArgs, 'document' | 'operationName'>;

function addErrorLocations(
  errors: readonly GraphQLError[],
  { document, operationName }: LocatedOperation,
): readonly GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  if (!operation) return errors;
  const fragments = collectFragments(document);
  const found = new Map<string, ErrorLocationAndPath>();
  const findPlace = (names: readonly string[]): ErrorLocationAndPath => {
    const nodes = fieldsAt(names, operation.selectionSet, fragments);
    return new GraphQLError('', { nodes });
  };
  return errors.map((error) => {
    const { message, path, originalError = error } = error;
    if (!path) return error;
    const names = path.filter((step) => typeof step === 'string');
    const key = names.join(' ');
    const place = found.get(key) ?? findPlace(names);
    found.set(key, place);
    return createErrorAt(place, message, { path, originalError });
  });
}

/** All fields that can produce a response path, regardless of types and conditions. */
function fieldsAt(
  names: readonly string[],
  selectionSet: SelectionSetNode,
  fragments: FragmentDefinitions,
): readonly FieldNode[] {
  let fields: FieldNode[] = [];
  let sets: readonly SelectionSetNode[] = [selectionSet];
  for (const name of names) {
    fields = [];
    // Visits each fragment once per path segment: nested spreads could grow exponentially.
    const left = new Map(fragments);
    for (const set of sets) collect(set, name, { fields, left });
    sets = fields.flatMap((field) => field.selectionSet ?? []);
  }
  return fields;
}

type Collected = {
  readonly fields: FieldNode[];
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
