import { parseParams, parseQueryParams } from '../parse-params.ts';
import type { JsonRoute, StreamRoute } from '../route.ts';

/**
 * Parses the path and query parameters of a request.
 *
 * @param params - The path's parameters, decoded.
 * @throws {InvalidInputError} a parameter is repeated, missing or malformed; the message names it.
 */
export function collectParameters<C>(
  route: JsonRoute<C> | StreamRoute<C>,
  params: Readonly<Record<string, unknown>>,
  url: string,
): Record<string, unknown> {
  const inPath = route.params && parseParams(route.params, params);
  if (!route.query) return inPath ?? {};
  const search = url.indexOf('?');
  const inQuery = parseQueryParams(route.query, search < 0 ? '' : url.slice(search + 1));
  return inPath ? { ...inPath, ...inQuery } : inQuery;
}
