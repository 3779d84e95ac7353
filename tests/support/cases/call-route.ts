import { request } from 'undici';
import { findErrorProblem, type ObservedResponse } from './check-response.ts';

/** A request as a client makes it, right or wrong. */
export type RouteCall = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export const jsonHeaders = { 'content-type': 'application/json' };

/** Asks the gateway at an address for a path below `/api`, on a connection of its own. */
export async function callRoute(
  gatewayUrl: string,
  path: string,
  options: RouteCall = {},
): Promise<ObservedResponse & { readonly allow: string }> {
  const { method = 'GET', headers = {}, body } = options;
  const response = await request(`${gatewayUrl}/api${path}`, {
    method: method as 'GET',
    reset: true,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const header = (name: string) => String(response.headers[name] ?? '');
  return {
    status: response.statusCode,
    head: JSON.stringify(response.headers),
    type: header('content-type'),
    cacheControl: header('cache-control'),
    text: await response.body.text(),
    ms: 0,
    allow: header('allow'),
  };
}

/** What is wrong with an answer to what may be right or wrong, but is the caller's own doing. */
export function findProblem(seen: ObservedResponse): string | null {
  if (seen.status < 400) return null;
  if (seen.status >= 500) return `${seen.status} ${seen.text.slice(0, 200)}`;
  return findErrorProblem(seen);
}
