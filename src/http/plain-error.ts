import type { ServerResponse } from 'node:http';
import { setRequestIdHeader } from './request-identity.ts';

/** A refusal of the gateway's own, outside of routes and their errors. */
export type PlainError = {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Writes `{"error": …}` and nothing else; never stored by anyone. What is thrown is told by `error-body.ts`. */
export function writePlainError(res: ServerResponse, response: PlainError): void {
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

/** Refuses a method; `allow` names those that the path has, the first of them in words. */
export const writeMethodNotAllowed = (res: ServerResponse, allow: string): void =>
  writePlainError(res, {
    status: 405,
    error: `use ${allow.split(',', 1)[0]}`,
    headers: { Allow: allow },
  });

/** Says that there is no room now, and when to come back. */
export const writeOverloaded = (res: ServerResponse, status: 429 | 503, error: string): void =>
  writePlainError(res, { status, error, headers: { 'Retry-After': '10' } });
