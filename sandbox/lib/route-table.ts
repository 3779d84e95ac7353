import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceResponse } from './service-response.ts';
import { ServiceError } from './service-response.ts';

export type ServiceRequest = {
  readonly method: string;
  /** The path as sent: percent-encoded, without the query. */
  readonly path: string;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /**
   * Reads the whole body; can be called once.
   *
   * @param limit - Maximum size in bytes.
   * @throws {ServiceError} 413 the body is larger.
   */
  readonly body: (limit: number) => Promise<Buffer>;
  /** Aborts when the client disconnects, the deadline passes or the service closes. */
  readonly signal: AbortSignal;
};

/** A route as data. A path segment that starts with `:` is a parameter that matches one segment. */
export type ServiceRoute = {
  readonly method: 'GET' | 'POST';
  /** Path with parameters, for example `/market/prices/:source/:asset/history`. */
  readonly path: string;
  readonly handle: (request: ServiceRequest) => ServiceResponse | Promise<ServiceResponse>;
};

export type RouteMatch = {
  readonly route: ServiceRoute;
  readonly params: Readonly<Record<string, string>>;
};

export type RouteTable = {
  /**
   * Finds the route of a method and a path; HEAD finds the GET route.
   *
   * @throws {ServiceError} 404 unknown path; 405 known path with another method; 400 malformed
   * percent-encoding.
   */
  readonly match: (method: string, path: string) => RouteMatch;
};

/**
 * Compiles routes. A literal path takes precedence over one with parameters; otherwise the earlier
 * route does.
 */
export function createRouteTable(routes: readonly ServiceRoute[]): RouteTable {
  const literal = new Map<string, ServiceRoute[]>();
  const patterns: { readonly segments: readonly string[]; readonly route: ServiceRoute }[] = [];
  for (const route of routes) {
    if (route.path.includes('/:')) patterns.push({ segments: route.path.split('/'), route });
    else literal.set(route.path, [...(literal.get(route.path) ?? []), route]);
  }

  function candidates(path: string): readonly RouteMatch[] {
    const exact = literal.get(path);
    if (exact !== undefined) return exact.map((route) => ({ route, params: {} }));
    const segments = path.split('/');
    return patterns.flatMap((pattern) => {
      const params = matchSegments(pattern.segments, segments);
      return params === null ? [] : [{ route: pattern.route, params }];
    });
  }

  return {
    match(method, path) {
      const found = candidates(path);
      if (found.length === 0) throw new ServiceError(404, 'not found');
      const wanted = method === 'HEAD' ? 'GET' : method;
      const match = found.find(({ route }) => route.method === wanted);
      if (match !== undefined) return match;
      const methods = new Set<string>(found.map(({ route }) => route.method));
      if (methods.has('GET')) methods.add('HEAD');
      throw new ServiceError(405, 'method not allowed', { allow: [...methods].join(', ') });
    },
  };
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
    } else if (segment === '') return null;
    else params[part.slice(1)] = decodeSegment(segment);
  }
  return params;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError(400, 'the path is not valid percent-encoding');
  }
}
