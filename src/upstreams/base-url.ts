/** The configured URL of an upstream, split for requests. */
export type BaseUrl = {
  /** Scheme and authority, with credentials if the URL has them. */
  readonly origin: string;
  /** Returns the request target for a path and query below the URL, with the URL's query. */
  readonly target: (path: string) => string;
};

/**
 * Parses the URL of an upstream: origin, credentials, path prefix, and a query that is appended to
 * that of every call (a provider's `?apikey=…`).
 */
export function parseBaseUrl(url: string): BaseUrl {
  const { protocol, username, password, host, pathname, search } = new URL(url);
  const credentials = username || password ? `${username}:${password}@` : '';
  const origin = `${protocol}//${credentials}${host}`;
  const prefix = pathname.replace(/\/+$/, '');
  if (search === '') return { origin, target: (path) => prefix + path || '/' };
  const query = search.slice(1);
  return {
    origin,
    target: (path) => `${prefix + path || '/'}${path.includes('?') ? '&' : '?'}${query}`,
  };
}
