import type { ServerResponse } from 'node:http';
import { setRequestIdHeader } from './request-id-and-address.ts';

/** An error response that the gateway writes outside of routes; `error` is the message. */
export type JsonErrorResponse = {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Writes an error as the JSON `{"error": message}`. For thrown errors use `writeErrorResponse`. */
export function writeJsonError(res: ServerResponse, response: JsonErrorResponse): void {
  const body = JSON.stringify({ error: response.error });
  setRequestIdHeader(res.req, res);
  res.writeHead(response.status, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': '*',
    ...response.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

/** Responds 405; `allow` lists the methods of the path, the message suggests the first. */
export const writeMethodNotAllowed = (res: ServerResponse, allow: string): void =>
  writeJsonError(res, {
    status: 405,
    error: `use ${allow.split(',', 1)[0]}`,
    headers: { Allow: allow },
  });

/** Responds that capacity is exhausted, with `Retry-After: 10` (seconds). */
export const writeOverloaded = (res: ServerResponse, status: 429 | 503, error: string): void =>
  writeJsonError(res, { status, error, headers: { 'Retry-After': '10' } });
