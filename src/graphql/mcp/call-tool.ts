import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Context } from '../../context.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import { encodeResultBetween } from '../sse/graphql-sse-frames.ts';
import type { GraphQLSseOptions } from '../sse/handler.ts';
import {
  formatResultCursor,
  maxToolResultBytes,
  pageOfResult,
  parseResultCursor,
  type ResultPosition,
} from './result-pages.ts';
import { createMcpMutationError, type McpProgress, runDocument } from './run-document.ts';
import { introspectType, searchGraphQLSchema } from './schema-tools.ts';
import type { McpTools } from './tools.ts';

/** What the rate limit charges for reading the schema or validating, in objects. */
export const schemaReadCost = 10;

export type ToolCallerOptions = Pick<
  GraphQLSseOptions,
  'prepareOperation' | 'documents' | 'unread'
> & {
  readonly schema: GraphQLSchema;
  readonly allowsMutations: boolean;
  readonly mask: ErrorMask;
  readonly tools: () => McpTools;
};

/** A call of a tool by a client. */
export type ToolCall = {
  readonly name: string;
  readonly given: Record<string, unknown>;
  readonly context: Context;
  readonly onProgress: (progress: McpProgress) => Promise<void>;
  readonly response: ServerResponse;
};

const result = (
  text: string,
  structuredContent: Record<string, unknown> | null,
  isError = false,
): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structuredContent ? { structuredContent } : {}),
  isError,
});

const failure = (text: string): CallToolResult => result(text, null, true);

/** Creates the function that calls a tool and returns its result, or its error as a result. */
export function createToolCaller(options: ToolCallerOptions) {
  const { prepareOperation, schema, allowsMutations, mask, tools } = options;

  /**
   * Counts a text as unread until its response closes, and returns it.
   *
   * @throws as `UndeliveredBytes.admit`.
   */
  function holdUntilClosed(response: ServerResponse, text: string): string {
    const bytes = Buffer.from(text);
    options.unread.admit(response.req, bytes);
    const release = options.unread.hold(response.req, bytes);
    if (response.destroyed) release();
    else response.on('close', release);
    return text;
  }

  type Run = {
    readonly query: string;
    readonly variables: Record<string, unknown>;
    readonly from: ResultPosition | null;
  };

  async function run({ query, variables, from }: Run, call: ToolCall): Promise<CallToolResult> {
    const { context, onProgress, response } = call;
    const shared = { prepareOperation, mask, context, allowsMutations, onProgress };
    const executed = await runDocument({ ...shared, query, variables, isContinued: from !== null });
    const json = Buffer.concat([encodeResultBetween('', executed, '')].flat());
    // A large result is read in another turn than it was encoded in.
    await setImmediate();
    const whole = JSON.parse(json.toString()) as Record<string, unknown>;
    if (json.byteLength <= maxToolResultBytes / 3 && from === null) {
      return toResult(whole, json.toString(), response);
    }
    await setImmediate();
    const { data, next } = pageOfResult(whole.data, from);
    const page = {
      ...whole,
      ...('data' in whole ? { data } : {}),
      ...(next ? { nextCursor: formatResultCursor(next) } : {}),
    };
    return toResult(page, JSON.stringify(page), response);
  }

  function toResult(
    content: Record<string, unknown>,
    text: string,
    response: ServerResponse,
  ): CallToolResult {
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
    if (bytes > maxToolResultBytes) {
      const limit = maxToolResultBytes.toLocaleString('en');
      return failure(`the result would have more than ${limit} bytes: ask for fewer fields`);
    }
    const { data, errors } = content as ExecutionResult;
    const isError = data === undefined || (data === null && errors !== undefined);
    return result(holdUntilClosed(response, text), content, isError);
  }

  /** Checks a document as `execute` does, but computes its cost without variables. */
  async function validate(query: string, context: Context): Promise<CallToolResult> {
    const params = { query, operationName: null, variables: {}, extensions: {} };
    const operation = prepareOperation(params, context);
    const found =
      operation.type === OperationTypeNode.MUTATION && !allowsMutations
        ? [createMcpMutationError()]
        : await operation.findErrors();
    const errors = found.map(({ message }) => message);
    const isValid = errors.length === 0;
    return result(isValid ? 'valid' : errors.join('\n'), { isValid, errors }, !isValid);
  }

  /** @throws {InvalidInputError} the tool has no argument of one of these names. */
  function checkArgumentNames(name: string, given: Record<string, unknown>): void {
    const tool = tools().tools.find((one) => one.name === name);
    const names = Object.keys(tool?.inputSchema.properties ?? {});
    const unknown = tool && Object.keys(given).find((key) => !names.includes(key));
    if (unknown === undefined) return;
    const allowed = names.length > 0 ? `; it has ${names.join(', ')}` : '';
    throw new InvalidInputError(`${name} has no argument ${JSON.stringify(unknown)}${allowed}`);
  }

  async function callTool(call: ToolCall): Promise<CallToolResult> {
    const { name, given, context } = call;
    checkArgumentNames(name, given);
    const { cursor, ...variables } = given;
    const from = cursor === undefined ? null : parseResultCursor(cursor);
    const document = tools().documents.find((one) => one.name === name);
    if (document) return run({ query: document.query, variables, from }, call);
    const argument = (key: string) => {
      const value = given[key];
      if (typeof value === 'string') return value;
      throw new InvalidInputError(`${key} must be a string`);
    };
    if (name === 'execute') {
      const query = argument('query');
      const variables = given.variables ?? {};
      if (!isRecord(variables)) throw new InvalidInputError('variables must be an object');
      await options.documents.resolve({ query });
      return run({ query, variables, from }, call);
    }
    await context.costCharger.charge(schemaReadCost);
    switch (name) {
      case 'schema_search': {
        const { matches, more } = searchGraphQLSchema(schema, argument('query'));
        const rest = more > 0 ? [`… and ${more} more`] : [];
        const text = matches.length > 0 ? [...matches, ...rest].join('\n') : nothingFound;
        return result(text, { matches, more });
      }
      case 'schema_introspect': {
        const sdl = introspectType(schema, argument('type'));
        return sdl ? result(sdl, { sdl }) : failure('there is no such type; use schema_search');
      }
      case 'validate':
        return validate(argument('query'), context);
      default:
        throw new InvalidInputError('there is no such tool');
    }
  }

  return async (call: ToolCall): Promise<CallToolResult> => {
    try {
      return await callTool(call);
    } catch (error) {
      return failure(mask(error, call.context).message);
    }
  };
}

const nothingFound = 'nothing found; try one word';
