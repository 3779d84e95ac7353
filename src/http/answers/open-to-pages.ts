import type { ServerResponse } from 'node:http';
import { tellRequestId } from '../client.ts';
import { type HeaderList, setHeaders } from './headers.ts';

/** What lets pages of any origin read an answer, without credentials (decisions 2). */
export const openToPages: HeaderList = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'ETag, Age, X-Cache, X-Request-Id, Retry-After'],
];

/** Any header field: `*` covers all but `Authorization` (Fetch, CORS-preflight fetch). */
export const anyHeader = '*, Authorization';

/**
 * Tells a browser what pages may ask: with these methods, and whatever header fields their libraries
 * add of their own.
 */
export function writePreflight(response: ServerResponse, methods: string): void {
  setHeaders(response, [
    ...['Access-Control-Allow-Methods', methods],
    ...['Access-Control-Allow-Headers', anyHeader],
    ...['Access-Control-Max-Age', '86400'],
  ]);
  tellRequestId(response.req, response);
  response.writeHead(204).end();
}
