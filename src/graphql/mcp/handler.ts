import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../context.ts';
import { createMediaTypeNegotiator } from '../../http/accepted-media-types.ts';
import { sendError, sendErrorStatus } from '../../http/error-response.ts';
import { maxGraphQLBodyBytes, readJsonBody } from '../../http/read-json-body.ts';
import { disconnectSignal, setRequestIdHeader } from '../../http/request-id-and-address.ts';
import { setRequestSpanRoute } from '../../http/request-trace.ts';
import { corsAllowedHeaders } from '../../http/response/cors.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import { acquireStreamPermit } from '../../streaming/stream-limits.ts';
import { createErrorMask } from '../graphql-errors.ts';
import { pipeFetchResponse } from '../pipe-fetch-response.ts';
import type { GraphQLSseOptions } from '../sse/handler.ts';
import { findInvalidMcpParams } from './invalid-params.ts';
import type { AgentGuide } from './prompts.ts';
import { createMcpServerFactory } from './server.ts';

/** Path of the Model Context Protocol (MCP) endpoint. */
export const mcpPath = '/mcp';

/** Maximum time of a call, milliseconds: the longest computation and a margin. */
const callTimeout = 310_000;

export type McpOptions = Omit<GraphQLSseOptions, 'sseRegistry' | 'telemetry'> & {
  readonly schema: GraphQLSchema;
  readonly guide: AgentGuide;
  /** Whether mutations are listed as tools and executed. */
  readonly allowsMutations: boolean;
  /** Origins of web pages that may call; requests without `Origin` are served. */
  readonly allowedOrigins: readonly string[];
};

/**
 * Returns the request without its body, which is passed on parsed. The SDK serves only clients that
 * name both media types, so it is told of both.
 */
function toWebRequest({ headers }: IncomingMessage, signal: AbortSignal): Request {
  const given = Object.entries({ ...headers, accept: responseTypes.join(', ') });
  return new Request(`http://gateway${mcpPath}`, {
    method: 'POST',
    headers: given.map(([name, value]): [string, string] => [name, String(value)]),
    signal,
  });
}

/** Media types of a response: events, and a single message for clients that accept no events. */
const responseTypes = ['text/event-stream', 'application/json'];

/** Returns the media types of a response that a client accepts. */
const acceptedTypes = createMediaTypeNegotiator(responseTypes);

/** Creates the handler of the Model Context Protocol over Streamable HTTP, without sessions. */
export function createMcpHandler(options: McpOptions) {
  const { allowedOrigins, shutdownSignal, log } = options;
  const mask = createErrorMask(log);
  const { sdk, createServer } = createMcpServerFactory({ ...options, mask });

  /** Rejects pages of other origins, which would use their visitor's network access. */
  function checkOrigin(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!allowedOrigins.includes(origin)) throw new ForbiddenError('this origin may not call');
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
  }

  /** Lets the SDK answer: revision 2026-07-28 of the protocol, or one of the older ones. */
  async function respond(call: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly signal: AbortSignal;
    readonly body: unknown;
    readonly accepted: readonly string[];
    readonly context: Context;
  }): Promise<Response> {
    const { response, body, context } = call;
    const acceptsEvents = call.accepted.includes('text/event-stream');
    const served = { response, context, acceptsEvents };
    const request = toWebRequest(call.request, call.signal);
    const { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } =
      await sdk();
    const options = { parsedBody: body };
    if (!(await isLegacyRequest(request, body))) {
      const factory = () => createServer(served);
      const responseMode = acceptsEvents ? 'sse' : 'auto';
      return createMcpHandler(factory, { legacy: 'reject', responseMode }).fetch(request, options);
    }
    const server = await createServer(served);
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !acceptsEvents,
    });
    response.on('close', () => void server.close());
    await server.connect(transport);
    return transport.handleRequest(request, options);
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
    const accepted = acceptedTypes(request.headers.accept);
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
    const made = await respond({ request, response, signal, body, accepted, context });
    // The first event may come much later than the head.
    await pipeFetchResponse(made, response, { flushesHead: true });
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch((error: unknown) => {
      if (!response.destroyed) sendError(response, error, { log });
    });
  };
}
