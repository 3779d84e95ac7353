/** Where an upstream is, as its configured URL says. */
export type BaseUrl = {
  /** Scheme and authority, with user and password where the URL has them. */
  readonly origin: string;
  /** What stands in the request line for a path and query of ours. */
  readonly target: (path: string) => string;
};

/**
 * Reads the URL of an upstream: an origin, optional credentials, an optional path prefix, and an
 * optional query that is sent with every call (a provider's `?apikey=…`), behind the call's own.
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
