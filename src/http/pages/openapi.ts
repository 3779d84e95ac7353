import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { cacheControl, policies } from '../../core/policies.ts';
import type { Route } from '../route.ts';

const errorBody = z
  .object({ error: z.string().describe('What was wrong and what would be right') })
  .meta({ id: 'Error' });

/** The OpenAPI 3.1 document of the REST door, made from the same routes that serve it. */
export function createOpenApi<C>(routes: readonly Route<C>[]): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const isAlias = path !== route.path;
      paths[openApiPath(path)] = {
        [route.method.toLowerCase()]: describe(route, isAlias),
      };
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'dtf-graph',
      version: '1',
      description:
        'Index funds (DTFs), portfolios, lending, backtests and a sealed prediction market. Every error is `{ "error": message }`.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: { schemas: { Error: errorBody } },
  });
}

const openApiPath = (path: string) => path.replaceAll('{*', '{');

function describe<C>(route: Route<C>, isAlias: boolean): ZodOpenApiOperationObject {
  const media = route.kind === 'stream' ? 'text/event-stream' : 'application/json';
  const success =
    route.kind === 'json'
      ? { schema: route.answer, example: route.example }
      : route.kind === 'stream'
        ? { schema: z.string(), example: eventLines(route.example) }
        : { schema: z.unknown() };
  const policy =
    route.kind === 'json' && route.policy !== 'no-store' ? policies[route.policy] : null;
  return {
    operationId: operationId(route, isAlias),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(isAlias ? { deprecated: true } : {}),
    requestParams: {
      ...(route.params ? { path: route.params } : {}),
      ...(route.query ? { query: route.query } : {}),
    },
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }
      : {}),
    responses: {
      200: {
        description: route.kind === 'raw' ? route.answerDescription : 'OK',
        ...(policy
          ? {
              headers: {
                'Cache-Control': { schema: { type: 'string' }, example: cacheControl(policy) },
              },
            }
          : {}),
        content: { [media]: success },
      },
      ...Object.fromEntries(
        Object.entries(route.errors).map(([status, when]) => [
          status,
          {
            description: `${STATUS_CODES[status] ?? 'Error'}: ${when}`,
            content: { 'application/json': { schema: errorBody, example: { error: when } } },
          },
        ]),
      ),
    },
  };
}

function operationId<C>(route: Route<C>, isAlias: boolean): string {
  const words = route.path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  return `${route.method.toLowerCase()}${name}${isAlias ? 'Alias' : ''}`;
}

const eventLines = (events: readonly unknown[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
