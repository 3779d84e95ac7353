import type { RequestInfo } from '../request-info.ts';
import type { JsonRoute, Route, StreamRoute } from '../route.ts';

/** The path prefix of the REST API; part of its raw cache keys. */
export const restMountPath = '/api';

/** A GET route with its path parameters. */
export type RouteMatch<C> = {
  readonly route: JsonRoute<C> | StreamRoute<C>;
  readonly params: Readonly<Record<string, string>>;
};

type Pattern<C> = { readonly route: Route<C>; readonly matches: RegExp };

/** Paths without percent-encoding, dot segments or a trailing slash. */
const plainPath = /^(\/[\w~-][\w.~-]*)+$/;

/**
 * Creates a function that finds the JSON or event-stream route of a GET or HEAD request, faster
 * than express and with the same result. It returns null for requests that must go to express, as
 * when the first matching route is of another kind.
 */
export function createRouteMatcher<C>(
  routes: readonly Route<C>[],
): (request: Pick<RequestInfo, 'method' | 'url'>) => RouteMatch<C> | null {
  const patterns: readonly Pattern<C>[] = routes.flatMap((route) =>
    [route.path, ...(route.aliases ?? [])].map((path) => ({ route, matches: patternOf(path) })),
  );
  const find = (path: string): RouteMatch<C> | null => {
    for (const { route, matches } of patterns) {
      const match = matches.exec(path);
      if (!match) continue;
      const isRead = route.kind !== 'node' && route.method === 'GET';
      return isRead ? { route, params: match.groups ?? {} } : null;
    }
    return null;
  };
  const fixed = new Map(
    routes
      .flatMap(({ path, aliases = [] }) => [path, ...aliases])
      .filter((path) => !path.includes('{'))
      .map((path) => [path, find(path)]),
  );

  return ({ method, url = '' }) => {
    if (method !== 'GET' && method !== 'HEAD') return null;
    const search = url.indexOf('?');
    const path = search < 0 ? url : url.slice(0, search);
    const found = fixed.get(path);
    if (found !== undefined) return found;
    // The router rewrites paths with a doubled `/vision`.
    if (!plainPath.test(path) || path.startsWith('/vision/vision/')) return null;
    return find(path);
  };
}

function patternOf(path: string): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\{\*(\w+)\}/g, '(?<$1>.+)')
    .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}
