import type { HttpResponse, ResponseHeaders } from './http-response.ts';

/** Headers that let pages of any origin read a response, without credentials. */
export const corsHeaders: ResponseHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Age, X-Cache, X-Cost, X-Cost-Limit, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
};

/**
 * Whether a page of an origin may open a WebSocket: any may, as it may read responses, because a
 * client has no credentials here. A value that browsers do not send is refused.
 */
export const isAllowedOrigin = (origin: string | undefined): boolean =>
  origin === undefined || origin === 'null' || URL.canParse(origin);

/** Headers of the same kind for responses with headers that the gateway does not know. */
export const openCorsHeaders: ResponseHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
};

/**
 * `Access-Control-Allow-Headers` for any request header: `*` alone does not cover `Authorization`.
 */
export const corsAllowedHeaders = '*, Authorization';

/** Creates the response to a CORS preflight request: allows the methods and any request header. */
export const createPreflightResponse = (
  methods: string,
  headers: ResponseHeaders = corsHeaders,
): HttpResponse => ({
  status: 204,
  headers: {
    ...headers,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': corsAllowedHeaders,
    'Access-Control-Max-Age': '86400',
  },
  body: '',
});
