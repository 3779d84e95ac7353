import type { ServerResponse } from 'node:http';
import { setTimeout as endTurn } from 'node:timers/promises';
import type { Server, Tool } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../context.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { packageVersion } from '../../lib/package-version.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import { createToolCaller, schemaReadCost, type ToolCallerOptions } from './call-tool.ts';
import { type AgentGuide, listPrompts, renderPrompt } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import type { McpProgress } from './run-document.ts';
import { createMcpTools } from './tools.ts';

/** Milliseconds for which clients may keep lists, the schema and the documentation. */
const cacheHint = { ttlMs: 60_000, cacheScope: 'public' } as const;

const invalidParams = -32_602;

/** The request that a server is created for. */
type Served = {
  readonly context: Context;
  readonly response: ServerResponse;
  /** Whether the client accepts a response of several messages. */
  readonly acceptsEvents: boolean;
};

/** Creates the function that creates the MCP server of one request. */
export function createMcpServerFactory(
  options: Omit<ToolCallerOptions, 'tools'> & {
    readonly schema: GraphQLSchema;
    readonly mask: ErrorMask;
    readonly guide: AgentGuide;
  },
) {
  const { schema, allowsMutations, mask, guide } = options;
  const sdk = lazy(async () => {
    // Loading takes so long that each part of it gets a turn of the event loop of its own; a timer
    // ends a turn, where an immediate would continue the one that reads files.
    await endTurn();
    await import('@modelcontextprotocol/core');
    await endTurn();
    const loaded = await import('@modelcontextprotocol/server');
    await endTurn();
    return loaded;
  });
  const tools = lazy(() => createMcpTools(schema, { allowsMutations }));
  const callTool = createToolCaller({ ...options, tools });

  async function createServer({ context, response, acceptsEvents }: Served): Promise<Server> {
    const { Server, ProtocolError } = await sdk();
    const server = new Server(
      { name: 'dtf-graph', title: 'dtf-graph', version: packageVersion },
      {
        capabilities: { tools: {}, prompts: {}, resources: {} },
        instructions: guide.instructions,
        cacheHints: {
          'tools/list': cacheHint,
          'prompts/list': cacheHint,
          'resources/list': cacheHint,
          'resources/templates/list': cacheHint,
          'resources/read': cacheHint,
        },
      },
    );
    /** Fails with the protocol's error instead of one of the gateway. */
    const asProtocolError = async <T>(make: () => T | Promise<T>): Promise<T> => {
      try {
        return await make();
      } catch (error) {
        throw new ProtocolError(invalidParams, mask(error, context).message);
      }
    };
    server.setRequestHandler('tools/list', () => ({ tools: tools().tools as Tool[] }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const token = params._meta?.progressToken;
      const onProgress = async (progress: McpProgress) => {
        // Progress is left out while the client does not read, so that nothing is held for it.
        if (token === undefined || !acceptsEvents || response.writableNeedDrain) return;
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: token, ...progress },
        });
      };
      const given = params.arguments ?? {};
      return callTool({ name: params.name, given, context, onProgress, response });
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: [...listPrompts(guide)] }));
    server.setRequestHandler('prompts/get', ({ params }) =>
      asProtocolError(() => renderPrompt(guide, params.name, params.arguments)),
    );
    server.setRequestHandler('resources/list', () => ({ resources: [...listResources()] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      const found = await asProtocolError(async () => {
        await context.costCharger.charge(schemaReadCost);
        return readResource(schema, params.uri);
      });
      if (found) return found;
      throw new ProtocolError(invalidParams, 'there is no such resource');
    });
    return server;
  }

  return { sdk, createServer };
}
