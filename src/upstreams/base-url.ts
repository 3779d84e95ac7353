/** Where an upstream is, as its configured URL says. */
export type BaseUrl = {
  /** Scheme and authority. */
  readonly origin: string;
  /** What stands in the request line for a path and query of ours. */
  readonly target: (path: string) => string;
};

/**
 * Reads the URL of an upstream: an origin, an optional path prefix, and an optional query that is
 * sent with every call (a provider's `?apikey=…`), behind the call's own.
 */
export function parseBaseUrl(url: string): BaseUrl {
  const { origin, pathname, search } = new URL(url);
  const prefix = pathname.replace(/\/+$/, '');
  if (search === '') return { origin, target: (path) => prefix + path || '/' };
  const query = search.slice(1);
  return {
    origin,
    target: (path) => `${prefix + path || '/'}${path.includes('?') ? '&' : '?'}${query}`,
  };
}
