import {
  coerceInputValue,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  isInputType,
  type OperationDefinitionNode,
  separateOperations,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Variables } from '../compiled-executor/compile.ts';
import { variableDefaults } from '../cost/cost-arguments.ts';
import { truncateErrorMessage } from '../graphql-errors.ts';

/** The `initialCount` arguments of `@stream` in a document, by operation name. */
const initialCounts = memoizeOnObject((document: DocumentNode) => {
  const counts = new Map<string, readonly ValueNode[]>();
  // Avoids visiting a large document, which takes longer than executing it.
  if (document.loc && !document.loc.source.body.includes('stream')) return counts;
  for (const [operation, own] of Object.entries(separateOperations(document))) {
    const found: ValueNode[] = [];
    visit(own, {
      Directive: ({ name, arguments: args = [] }) => {
        if (name.value !== 'stream') return;
        found.push(...args.flatMap((one) => (one.name.value === 'initialCount' ? one.value : [])));
      },
    });
    counts.set(operation, found);
  }
  return counts;
});

/** Returns an error when an `initialCount` of `@stream` is null or negative, else null. */
export function checkStreamInitialCounts(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | null {
  const counts = initialCounts(document).get(operation.name?.value ?? '') ?? [];
  if (counts.length === 0) return null;
  const values = { ...variableDefaults(operation), ...variables };
  const wrong = counts.find((node) => {
    const value = valueFromASTUntyped(node, values);
    return value === null || (typeof value === 'number' && value < 0);
  });
  if (!wrong) return null;
  return new GraphQLError('initialCount must be 0 or more', {
    nodes: wrong,
    extensions: { code: 'INVALID_INPUT', http: { spec: true, status: 400 } },
  });
}

/** Values with more characters of JSON are not repeated in error messages. */
const longestTold = 2000;
const maxErrors = 50;

/** Returns the errors of invalid long variables, without repeating their values, else null. */
export function findTypeErrorsInLongVariables(
  { schema, variableValues }: ExecutionArgs,
  definitions: readonly VariableDefinitionNode[],
): readonly GraphQLError[] | null {
  const errors: GraphQLError[] = [];
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const value = Object.hasOwn(variableValues ?? {}, name) ? variableValues?.[name] : undefined;
    const type = typeFromAST(schema, definition.type);
    if (value == null || !isInputType(type) || !isLong(value)) continue;
    const begins = `Variable "$${name}" got invalid value`;
    try {
      coerceInputValue(value, type, (path, _value, { message }) => {
        if (errors.length === maxErrors) throw new TooManyErrors();
        const place = path.length > 0 ? ` at "${name}${printed(path)}"` : '';
        errors.push(wrongVariable(`${begins}${place}; ${message}`, definition));
      });
    } catch (error) {
      if (error instanceof TooManyErrors) return errors;
      throw error;
    }
  }
  return errors.length > 0 ? errors : null;
}

const wrongVariable = (message: string, nodes: VariableDefinitionNode) =>
  new GraphQLError(truncateErrorMessage(message), {
    nodes,
    extensions: { code: 'BAD_REQUEST', http: { spec: true, status: 400 } },
  });

class TooManyErrors extends Error {
  override readonly name = 'TooManyErrors';
}

const isLong = (value: unknown): boolean => JSON.stringify(value).length > longestTold;

const printed = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
