import type { ServerResponse } from 'node:http';
import { setRequestIdHeader } from '../request-id-and-address.ts';
import { createFormattedHeaders, type HeaderList, setResponseHeaders } from './header-list.ts';

/** Headers that let pages of any origin read a response, without credentials. */
export const corsHeaders: HeaderList = [
  ...['Access-Control-Allow-Origin', '*'],
  ...[
    'Access-Control-Expose-Headers',
    'ETag, Age, X-Cache, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
  ],
];

/** `corsHeaders` as a list and as formatted text. */
export const corsHeaderBlock = createFormattedHeaders(corsHeaders);

/**
 * `Access-Control-Allow-Headers` for any request header: `*` alone does not cover `Authorization`.
 */
export const corsAllowedHeaders = '*, Authorization';

/** Responds to a CORS preflight request: allows the given methods and any request header. */
export function writeCorsPreflight(response: ServerResponse, methods: string): void {
  setResponseHeaders(response, [
    ...['Access-Control-Allow-Methods', methods],
    ...['Access-Control-Allow-Headers', corsAllowedHeaders],
    ...['Access-Control-Max-Age', '86400'],
  ]);
  setRequestIdHeader(response.req, response);
  response.writeHead(204).end();
}
