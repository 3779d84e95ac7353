import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiHeaderObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { type CachePolicy, cacheControlHeader, cachePolicies } from '../../cache/cache-policies.ts';
import { packageVersion } from '../../lib/package-version.ts';
import type { Route } from '../route.ts';

const errorBody = z
  .object({ error: z.string().describe('What was wrong and what would be right') })
  .meta({ id: 'Error' });

/** The routes of a domain, and the tag that groups them in the document. */
export type OpenApiRouteGroup<C> = {
  readonly tag: {
    readonly name: string;
    /** The heading of the group, for people. */
    readonly title: string;
    readonly description: string;
  };
  readonly routes: readonly Route<C>[];
};

/**
 * Creates the OpenAPI 3.1 document of the REST API from the routes that serve it.
 *
 * @param about - The first sentence of the API's description.
 * @param units - The last paragraph: what its values are measured in.
 */
export function createOpenApi<C>(
  domains: readonly OpenApiRouteGroup<C>[],
  about: string,
  units: string,
): ReturnType<typeof createDocument> {
  const routes = domains.flatMap((domain) => domain.routes);
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const isAlias = path !== route.path;
      paths[openApiPath(path)] = {
        [route.method.toLowerCase()]: describe(route, isAlias),
      };
    }
  }
  const document: Parameters<typeof createDocument>[0] = {
    openapi: '3.1.1',
    info: {
      title: 'dtf-graph',
      version: packageVersion,
      description: `${about} Every error is \`{ "error": message }\`. The schemas of parameters describe their canonical form; where a description says so, the API also accepts other forms.\n\n${units}`,
    },
    servers: [{ url: '/api' }],
    security: [],
    tags: domains.map(({ tag: { name, title, description } }) => ({
      name,
      description,
      'x-displayName': title,
    })),
    paths,
    components: { schemas: { Error: errorBody } },
  };
  return createDocument(document, { override: completeSchema });
}

/**
 * Adds parameter defaults, which zod leaves out of transforming schemas. Removes
 * `additionalProperties: false` from responses, and the bounds that zod adds to every integer.
 */
const completeSchema: NonNullable<CreateDocumentOptions['override']> = (written) => {
  const { jsonSchema, io } = written;
  const { def } = written.zodSchema._zod;
  if (io === 'input' && def.type === 'default') jsonSchema.default ??= def.defaultValue;
  if (io === 'output') {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  }
};

const errorContent = (message: string) => ({
  'application/json': { schema: errorBody, example: { error: message } },
});

/** The `default` response of each kind of route, for statuses that the route does not declare. */
const otherwise: Readonly<Record<Route<never>['kind'], ZodOpenApiResponseObject>> = {
  json: {
    description: 'Any other error, such as one that an upstream responded with',
    content: errorContent('Internal server error'),
  },
  stream: {
    description: 'Any other error before the first event',
    content: errorContent('Internal server error'),
  },
  node: {
    description: 'Any other status of the upstream, with its own body',
    content: { '*/*': { schema: z.unknown() } },
  },
};

const header = (description: string, example: string): ZodOpenApiHeaderObject => ({
  schema: { type: 'string' },
  description,
  example,
});

const keptHeaders = (policy: CachePolicy) => ({
  'Cache-Control': header('How long the response may be cached', cacheControlHeader(policy)),
  ETag: header('Validator for If-None-Match', '"sr8xKQ146tMInTJAFUg1"'),
  Age: header('Seconds since the data was fetched from the upstreams', '3'),
  'X-Cache': header('How the cache served the response: HIT, STALE, MISS or COALESCED', 'HIT'),
  'Cache-Tag': header('What the response is about, for purges of shared caches', 'service'),
});

const retryHeaders = { 'Retry-After': header('Seconds until the client should retry', '5') };
const errorHeaders: Readonly<Record<string, Readonly<Record<string, ZodOpenApiHeaderObject>>>> = {
  429: {
    ...retryHeaders,
    RateLimit: header(
      'Requests that the client has left, and seconds until its limit is reset',
      '"rest";r=0;t=5',
    ),
    'RateLimit-Policy': header('The limit, with its window in seconds', '"rest";q=600;w=60'),
  },
  503: retryHeaders,
};

/** The limit of all routes, `RATE_LIMIT_REST_PER_MINUTE`. */
const clientLimit = {
  when: 'the client has sent too many requests in this minute',
  message: 'a client may ask for 600 requests a minute; try again in 5 s',
};

const errorsOf = <C>({ errors }: Route<C>): Route<C>['errors'] => {
  const own = errors[429];
  const when = own ? `${own.when}, or ${clientLimit.when}` : clientLimit.when;
  return { ...errors, 429: { ...(own ?? clientLimit), when } };
};

const openApiPath = (path: string) => path.replaceAll('{*', '{');

function describe<C>(route: Route<C>, isAlias: boolean): ZodOpenApiOperationObject {
  const media = { json: 'application/json', stream: 'text/event-stream', node: '*/*' }[route.kind];
  const success =
    route.kind === 'json'
      ? { schema: route.response, example: route.example }
      : route.kind === 'stream'
        ? { schema: route.event, examples: eventExamples(route.example) }
        : { schema: z.unknown() };
  const policy =
    route.kind === 'json' && route.policy !== 'no-store' ? cachePolicies[route.policy] : null;
  return {
    operationId: operationId(route, isAlias),
    tags: [route.tag],
    summary: isAlias ? `Alias of ${route.path}` : route.summary,
    description: isAlias
      ? `Deprecated: another path of \`${route.path}\`, which new clients use. ${route.description}`
      : route.description,
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
        description: successDescription(route),
        ...(policy ? { headers: keptHeaders(policy) } : {}),
        content: {
          [media]: success,
          ...(hasCsv(route) ? { 'text/csv': { schema: z.string().describe(csvDescription) } } : {}),
        },
      },
      ...(route.kind === 'stream' && route.finalEventId
        ? { 204: { description: 'No Content: Last-Event-ID is the id of the last event' } }
        : {}),
      ...(policy ? { 304: { description: 'Not Modified: If-None-Match contains the ETag' } } : {}),
      ...Object.fromEntries(
        Object.entries(errorsOf(route)).map(([status, { when, message }]) => [
          status,
          {
            description: `${STATUS_CODES[status] ?? 'Error'}: ${when}`,
            ...(errorHeaders[status] ? { headers: errorHeaders[status] } : {}),
            content: errorContent(message),
          },
        ]),
      ),
      default: otherwise[route.kind],
    },
  };
}

const csvDescription =
  'RFC 4180: a header row with the names of the JSON members, then a row for each element; nested lists are left out. `Accept: text/csv` or the parameter `format=csv` selects it';

const hasCsv = <C>(route: Route<C>): boolean => route.kind === 'json' && route.csv !== undefined;

function successDescription<C>(route: Route<C>): string {
  if (route.kind === 'node') return route.responseDescription;
  return route.kind === 'json'
    ? 'OK'
    : 'Server-sent events. The schema is that of one event: the JSON in the `data` field of a message. Event names are not used; `type` distinguishes the events.';
}

function operationId<C>(route: Route<C>, isAlias: boolean): string {
  const words = route.path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  return `${route.method.toLowerCase()}${name}${isAlias ? 'Alias' : ''}`;
}

const eventExamples = (events: readonly { readonly type: string }[]) =>
  Object.fromEntries(events.map((event) => [event.type, { value: event }]));
