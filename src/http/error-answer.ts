import type { ServerResponse } from 'node:http';
import { tellRequestId } from './client.ts';

/** A refusal of the gateway's own, outside of routes and their errors. */
export type ErrorAnswer = {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Writes `{"error": …}` and nothing else; never stored by anyone. What is thrown is told by `error-body.ts`. */
export function writeErrorAnswer(res: ServerResponse, answer: ErrorAnswer): void {
  const body = JSON.stringify({ error: answer.error });
  tellRequestId(res.req, res);
  res.writeHead(answer.status, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': '*',
    ...answer.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

/** Refuses a method; `allow` names those that the path has, the first of them in words. */
export const writeMethods = (res: ServerResponse, allow: string): void =>
  writeErrorAnswer(res, {
    status: 405,
    error: `use ${allow.split(',', 1)[0]}`,
    headers: { Allow: allow },
  });

/** Says that there is no room now, and when to come back. */
export const writeBusy = (res: ServerResponse, status: 429 | 503, error: string): void =>
  writeErrorAnswer(res, { status, error, headers: { 'Retry-After': '10' } });
