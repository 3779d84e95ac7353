import type { ServerResponse } from 'node:http';
import { setRequestIdHeader } from '../request-identity.ts';
import { type HeaderList, setResponseHeaders } from './header-list.ts';

/** What lets pages of any origin read an answer, without credentials (decisions 2). */
export const corsHeaders: HeaderList = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'ETag, Age, X-Cache, X-Request-Id, Retry-After'],
];

/** Any header field: `*` covers all but `Authorization` (Fetch, CORS-preflight fetch). */
export const corsAllowedHeaders = '*, Authorization';

/**
 * Tells a browser what pages may ask: with these methods, and whatever header fields their libraries
 * add of their own.
 */
export function writeCorsPreflight(response: ServerResponse, methods: string): void {
  setResponseHeaders(response, [
    ...['Access-Control-Allow-Methods', methods],
    ...['Access-Control-Allow-Headers', corsAllowedHeaders],
    ...['Access-Control-Max-Age', '86400'],
  ]);
  setRequestIdHeader(response.req, response);
  response.writeHead(204).end();
}
