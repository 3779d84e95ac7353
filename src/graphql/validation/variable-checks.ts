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
import type { Variables } from '../compiled-executor/compile.ts';
import { variableDefaults } from '../cost/cost-arguments.ts';
import { truncateErrorMessage } from '../graphql-errors.ts';

/** Returns an error when an `initialCount` of `@stream` is null or negative, else null. */
export function checkStreamInitialCounts(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | null {
  const values = { ...variableDefaults(operation), ...variables };
  const wrong: ValueNode[] = [];
  visit(separateOperations(document)[operation.name?.value ?? ''] ?? document, {
    Directive: (directive) => {
      if (directive.name.value !== 'stream') return;
      for (const { name, value } of directive.arguments ?? []) {
        const count = name.value === 'initialCount' ? valueFromASTUntyped(value, values) : 0;
        if (count === null || (typeof count === 'number' && count < 0)) wrong.push(value);
      }
    },
  });
  const [first] = wrong;
  if (!first) return null;
  return new GraphQLError('initialCount must be 0 or more', {
    nodes: first,
    extensions: { code: 'INVALID_INPUT', http: { spec: true, status: 400 } },
  });
}

/** Values with more characters of JSON are not repeated in error messages. */
const longestTold = 2000;
const maxErrors = 50;

/** Returns the errors of invalid long variables, without repeating their values, else null. */
export function findInvalidLongVariables(
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
