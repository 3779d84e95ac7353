import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { type GraphQLSchema, OperationTypeNode } from 'graphql';
import Negotiator from 'negotiator';
import type { Context } from '../../context.ts';
import { sendError, sendErrorStatus } from '../../http/error-response.ts';
import { maxGraphQLBodyBytes, readJsonBody } from '../../http/read-json-body.ts';
import { disconnectSignal, setRequestIdHeader } from '../../http/request-id-and-address.ts';
import { setRequestSpanRoute } from '../../http/request-trace.ts';
import { corsAllowedHeaders } from '../../http/response/cors.ts';
import { ForbiddenError, InvalidInputError } from '../../lib/errors.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { packageVersion } from '../../lib/package-version.ts';
import { isRecord } from '../../lib/parse.ts';
import { acquireStreamPermit } from '../../streaming/stream-limits.ts';
import { createErrorMask } from '../graphql-errors.ts';
import { pipeFetchResponse } from '../pipe-fetch-response.ts';
import { encodeResultBetween } from '../sse/graphql-sse-frames.ts';
import type { GraphQLSseOptions } from '../sse/handler.ts';
import { type DocumentTool, readOperationFilesAsTools } from './document-tools.ts';
import { findInvalidMcpParams } from './invalid-params.ts';
import { createMcpMutationError, type McpProgress, runDocument } from './run-document.ts';
import { introspectType, searchGraphQLSchema } from './schema-tools.ts';

/** Path of the Model Context Protocol (MCP) endpoint. */
export const mcpPath = '/mcp';

/** Maximum time of a call, milliseconds: the longest computation and a margin. */
const callTimeout = 310_000;

/** What the rate limit charges for a tool that reads the schema or validates, in objects. */
const schemaToolCost = 10;

export type McpOptions = Omit<GraphQLSseOptions, 'sseRegistry' | 'telemetry'> & {
  readonly schema: GraphQLSchema;
  /** Whether mutations are listed as tools and executed. */
  readonly allowsMutations: boolean;
  /** Origins of web pages that may call; requests without `Origin` are served. */
  readonly allowedOrigins: readonly string[];
};

const text = (value: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: value }],
  isError,
});

const stringArguments = (description: Readonly<Record<string, string>>, required: string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(
    Object.entries(description).map(([name, said]) => [
      name,
      { type: 'string', description: said },
    ]),
  ),
  required,
  additionalProperties: false,
});

function fixedTools(isReadOnly: boolean): readonly Tool[] {
  const readOnly = { annotations: { readOnlyHint: true } };
  const execution = stringArguments({ query: 'A GraphQL document with one operation.' }, ['query']);
  return [
    {
      name: 'schema_search',
      description: 'Finds types, fields and enum values of the GraphQL schema by words.',
      inputSchema: stringArguments({ query: 'Words that must all occur, e.g. "nav series".' }, [
        'query',
      ]),
      ...readOnly,
    },
    {
      name: 'schema_introspect',
      description:
        'Shows one type of the GraphQL schema in SDL. Query lists what can be asked for.',
      inputSchema: stringArguments({ type: 'Name of the type, e.g. "Query".' }, ['type']),
      ...readOnly,
    },
    {
      name: 'validate',
      description:
        'Checks a GraphQL document against the schema and the limits, without executing.',
      inputSchema: execution,
      ...readOnly,
    },
    {
      name: 'execute',
      description: 'Executes a GraphQL document. The events of a subscription are progress.',
      inputSchema: {
        ...execution,
        properties: {
          ...execution.properties,
          variables: { type: 'object', description: 'Variables of the operation.' },
        },
      },
      annotations: { readOnlyHint: isReadOnly },
    },
  ];
}

/**
 * Returns the request without its body, which is passed on parsed. The SDK serves only clients that
 * name both media types, so it is told of both.
 */
function toWebRequest({ headers }: IncomingMessage): Request {
  const given = Object.entries({ ...headers, accept: responseTypes.join(', ') });
  return new Request(`http://gateway${mcpPath}`, {
    method: 'POST',
    headers: given.map(([name, value]): [string, string] => [name, String(value)]),
  });
}

/** Media types of a response: events, and a single message for clients that accept no events. */
const responseTypes = ['text/event-stream', 'application/json'];

/** Returns the media types of a response that a client accepts. */
const acceptedTypes = (request: IncomingMessage): readonly string[] =>
  new Negotiator(request).mediaTypes(responseTypes);

/** Creates the handler of the Model Context Protocol over Streamable HTTP, without sessions. */
export function createMcpHandler(options: McpOptions) {
  const { prepareOperation, schema, allowsMutations, allowedOrigins, shutdownSignal, log } =
    options;
  const mask = createErrorMask(log);
  const sdk = lazy(async () => ({
    ...(await import('@modelcontextprotocol/sdk/server/index.js')),
    ...(await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')),
    ...(await import('@modelcontextprotocol/sdk/types.js')),
  }));
  const documents = lazy(() =>
    readOperationFilesAsTools(schema).filter(({ isMutation }) => allowsMutations || !isMutation),
  );
  const tools = lazy((): Tool[] => [
    ...documents().map(({ name, description, inputSchema, isMutation }) => ({
      name,
      description,
      inputSchema: inputSchema as Tool['inputSchema'],
      annotations: { readOnlyHint: !isMutation },
    })),
    ...fixedTools(!allowsMutations),
  ]);

  type Call = {
    readonly name: string;
    readonly given: Record<string, unknown>;
    readonly context: Context;
    readonly onProgress: (progress: McpProgress) => Promise<void>;
    readonly response: ServerResponse;
  };

  /**
   * Counts a result as unread until its response closes, and returns it.
   *
   * @throws as `UndeliveredEventBytes.admit`.
   */
  function holdUntilClosed(response: ServerResponse, json: Buffer): Buffer {
    options.unread.admit(response.req, json);
    const release = options.unread.hold(response.req, json);
    if (response.destroyed) release();
    else response.on('close', release);
    return json;
  }

  async function callTool(call: Call): Promise<CallToolResult> {
    const { name, given, context, onProgress, response } = call;
    const run = async (query: string, variables: Record<string, unknown>) => {
      const shared = { prepareOperation, mask, context, allowsMutations, onProgress };
      const result = await runDocument({ ...shared, query, variables });
      const json = holdUntilClosed(
        response,
        Buffer.concat([encodeResultBetween('', result, '')].flat()),
      );
      // The SDK encodes the message, which takes as long for a large result as making its JSON.
      await setImmediate();
      const hasData = 'json' in result ? result.hasData : !result.errors || Boolean(result.data);
      return text(json.toString(), !hasData);
    };
    checkArgumentNames(name, given);
    const document: DocumentTool | undefined = documents().find((one) => one.name === name);
    if (document) return run(document.query, given);
    const argument = (key: string) => {
      const value = given[key];
      if (typeof value === 'string') return value;
      throw new InvalidInputError(`${key} must be a string`);
    };
    switch (name) {
      case 'schema_search':
        await context.costCharger.charge(schemaToolCost);
        return text(searchGraphQLSchema(schema, argument('query')));
      case 'schema_introspect': {
        await context.costCharger.charge(schemaToolCost);
        const found = introspectType(schema, argument('type'));
        return found ? text(found) : text('there is no such type; use schema_search', true);
      }
      case 'validate':
        return validate(argument('query'), context);
      case 'execute': {
        const query = argument('query');
        const variables = given.variables ?? {};
        if (!isRecord(variables)) throw new InvalidInputError('variables must be an object');
        await options.documents.resolve({ query });
        return run(query, variables);
      }
      default:
        throw new InvalidInputError('there is no such tool');
    }
  }

  /** @throws {InvalidInputError} the tool has no argument of one of these names. */
  function checkArgumentNames(name: string, given: Record<string, unknown>): void {
    const tool = tools().find((one) => one.name === name);
    const names = Object.keys(tool?.inputSchema.properties ?? {});
    const unknown = tool && Object.keys(given).find((key) => !names.includes(key));
    if (unknown === undefined) return;
    const allowed = names.length > 0 ? `; it has ${names.join(', ')}` : '';
    throw new InvalidInputError(`${name} has no argument ${JSON.stringify(unknown)}${allowed}`);
  }

  /** Checks a document as `execute` does, but computes its cost without variables. */
  async function validate(query: string, context: Context): Promise<CallToolResult> {
    await context.costCharger.charge(schemaToolCost);
    const params = { query, operationName: null, variables: {}, extensions: {} };
    const operation = prepareOperation(params, context);
    const errors =
      operation.type === OperationTypeNode.MUTATION && !allowsMutations
        ? [createMcpMutationError()]
        : await operation.findErrors();
    if (errors.length === 0) return text('valid');
    return text(errors.map(({ message }) => message).join('\n'), true);
  }

  async function createServer(context: Context, response: ServerResponse): Promise<Server> {
    const { Server, CallToolRequestSchema, ListToolsRequestSchema } = await sdk();
    const server = new Server(
      { name: 'dtf-graph', version: packageVersion },
      { capabilities: { tools: {} } },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools() }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const token = params._meta?.progressToken;
      const onProgress = async (progress: McpProgress) => {
        // Progress is left out while the client does not read, so that nothing is held for it.
        if (token === undefined || response.writableNeedDrain) return;
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, ...progress },
        });
      };
      try {
        const given = params.arguments ?? {};
        return await callTool({ name: params.name, given, context, onProgress, response });
      } catch (error) {
        return text(mask(error, context).message, true);
      }
    });
    return server;
  }

  /** Rejects pages of other origins, which would use their visitor's network access. */
  function checkOrigin(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!allowedOrigins.includes(origin)) throw new ForbiddenError('this origin may not call');
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setRequestIdHeader(request, response);
    setRequestSpanRoute(request, mcpPath);
    checkOrigin(request, response);
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'POST');
      response.setHeader('Access-Control-Allow-Headers', corsAllowedHeaders);
      return void response.writeHead(204).end();
    }
    if (request.method !== 'POST') {
      // There are no sessions, so a stream without a call would never have an event.
      return void response.writeHead(405, { Allow: 'POST, OPTIONS' }).end();
    }
    const accepted = acceptedTypes(request);
    if (accepted.length === 0) {
      const message = `Accept must name ${responseTypes.join(' or ')}`;
      return sendErrorStatus(response, { status: 406, message });
    }
    // A batch of calls, which older versions of the protocol had, is not an object: 400.
    const body = await readJsonBody(request, maxGraphQLBodyBytes);
    const refusal = findInvalidMcpParams(body);
    if (refusal) {
      response.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8' });
      return void response.end(JSON.stringify(refusal));
    }
    const { clientAddress } = options.readIdAndAddress(request, null);
    const permit = acquireStreamPermit(options.streamLimiter, clientAddress);
    response.on('close', permit.release);
    const disconnected = disconnectSignal(response);
    const signal = AbortSignal.any([
      disconnected,
      shutdownSignal,
      AbortSignal.timeout(callTimeout),
    ]);
    const context = options.createContext(request, response, { signal, lastEventId: null });
    const { WebStandardStreamableHTTPServerTransport } = await sdk();
    const enableJsonResponse = !accepted.includes('text/event-stream');
    const server = await createServer(context, response);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse });
    response.on('close', () => void server.close());
    await server.connect(transport as Transport);
    const made = await transport.handleRequest(toWebRequest(request), { parsedBody: body });
    // The first event may come much later than the head.
    await pipeFetchResponse(made, response, { flushesHead: true });
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch((error: unknown) => {
      if (!response.destroyed) sendError(response, error, { log });
    });
  };
}
