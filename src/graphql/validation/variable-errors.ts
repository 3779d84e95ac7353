import {
  coerceInputValue,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  isInputType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { truncateErrorMessage } from '../graphql-errors.ts';

/** Values with more characters of JSON are not repeated in error messages. */
const longestTold = 2000;
const maxErrors = 50;

/** Returns the errors of invalid long variables, without repeating their values, else null. */
export function findInvalidLongVariables(args: ExecutionArgs): readonly GraphQLError[] | null {
  const { schema, document, operationName, variableValues } = args;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
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
