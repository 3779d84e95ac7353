import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiHeaderObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { type CachePolicy, cacheControlHeader, cachePolicies } from '../../cache/cache-policies.ts';
import type { Route } from '../route.ts';

const errorBody = z
  .object({ error: z.string().describe('What was wrong and what would be right') })
  .meta({ id: 'Error' });

/** Creates the OpenAPI 3.1 document of the REST API from the routes that serve it. */
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
    security: [],
    paths,
    components: { schemas: { Error: errorBody } },
  });
}

const errorContent = (when: string) => ({
  'application/json': { schema: errorBody, example: { error: when } },
});

/** The `default` response of each kind of route, for statuses that the route does not declare. */
const otherwise: Readonly<Record<Route<never>['kind'], ZodOpenApiResponseObject>> = {
  json: {
    description: 'Any other error, such as an upstream’s refusal in its own words',
    content: errorContent('what was wrong and what would be right'),
  },
  stream: {
    description: 'Any other error before the first event',
    content: errorContent('what was wrong and what would be right'),
  },
  raw: {
    description: 'Any other status of the upstream, with its own body',
    content: { '*/*': { schema: z.unknown() } },
  },
};

const header = (description: string, example: string): ZodOpenApiHeaderObject => ({
  schema: { type: 'string' },
  description,
  example,
});

/** Headers of cacheable responses. */
const keptHeaders = (policy: CachePolicy) => ({
  'Cache-Control': header('How long it may be kept', cacheControlHeader(policy)),
  ETag: header('For If-None-Match', '"sr8xKQ146tMInTJAFUg1"'),
  Age: header('Seconds since it was asked of the upstreams', '3'),
  'X-Cache': header('HIT, STALE, MISS or COALESCED', 'HIT'),
});

/** Statuses that have a `Retry-After`. */
const retried = new Set(['429', '503']);
const retryHeaders = { 'Retry-After': header('Seconds until it is worth asking again', '5') };

const openApiPath = (path: string) => path.replaceAll('{*', '{');

function describe<C>(route: Route<C>, isAlias: boolean): ZodOpenApiOperationObject {
  const media = { json: 'application/json', stream: 'text/event-stream', raw: '*/*' }[route.kind];
  const success =
    route.kind === 'json'
      ? { schema: route.response, example: route.example }
      : route.kind === 'stream'
        ? { schema: z.string(), example: eventLines(route.example) }
        : { schema: z.unknown() };
  const policy =
    route.kind === 'json' && route.policy !== 'no-store' ? cachePolicies[route.policy] : null;
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
        description: route.kind === 'raw' ? route.responseDescription : 'OK',
        ...(policy ? { headers: keptHeaders(policy) } : {}),
        content: { [media]: success },
      },
      ...(route.kind === 'stream' && route.finalEventId
        ? { 204: { description: 'No Content: Last-Event-ID names the last event' } }
        : {}),
      ...(policy ? { 304: { description: 'Not Modified: If-None-Match names it' } } : {}),
      ...Object.fromEntries(
        Object.entries(route.errors).map(([status, when]) => [
          status,
          {
            description: `${STATUS_CODES[status] ?? 'Error'}: ${when}`,
            ...(retried.has(status) ? { headers: retryHeaders } : {}),
            content: errorContent(when),
          },
        ]),
      ),
      default: otherwise[route.kind],
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
