import type { LogSecrets } from '../../lib/encoding/log-secrets.ts';

/** Where a forwarded request was received, and what was asked of the upstream. */
type ProxiedLocation = {
  /** Path prefix of the proxy in the client's URL, such as `/dn`. */
  readonly mount: string;
  /** Path and query at the upstream, below its base URL. */
  readonly path: string;
};

/** Returns header lines whose URLs are the client's; lines without URLs are not changed. */
export type RewriteUrlHeaders = (headers: readonly string[], location: ProxiedLocation) => string[];

/** Headers whose whole value is a URL, which may be relative. */
const urlHeaders = new Set(['content-location', 'location', 'sourcemap', 'x-sourcemap']);
/** Matches the targets of a `Link` header (RFC 8288). */
const linkTargets = /(?<=<)[^<>]*(?=>)/g;
/** Matches the URL of a `Refresh` header. */
const refreshTarget =
  /(?<=^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?['"]?)(?!url\s*=|['"\s])[^'"]+(?=['"]?\s*$)/i;
/** Matches the URLs with a host in any other header. */
const urlsInText = /[a-z][a-z\d+.-]*:\/\/[^\s"'<>,;]+/gi;

/** Whether a header may contain a URL. */
const mayHaveUrl = (name: string, value: string) =>
  urlHeaders.has(name) || name === 'link' || name === 'refresh' || value.includes('//');

/** Parameters of a query, as they are written. */
const pairsOf = (search: string) => search.replace('?', '').split('&').filter(Boolean);

/**
 * Creates a function that rewrites the URLs in an upstream's response headers to those that a client
 * can use: a URL of the upstream becomes a path below the mount, without the credentials that the
 * gateway adds to requests. A header that still names an upstream's host, or contains a secret, is
 * removed.
 *
 * @param upstreams - Base URLs of the upstreams that may have sent the response.
 * @param hidden - Hosts and secrets that no response may contain.
 */
export function createUrlHeaderRewriter(
  upstreams: readonly string[],
  hidden: LogSecrets,
): RewriteUrlHeaders {
  const bases = upstreams.map((url) => new URL(url));
  const ownPairs = new Set(bases.flatMap(({ search }) => pairsOf(search)));
  const secrets = [
    ...hidden.secrets,
    ...ownPairs,
    ...bases.flatMap(({ username, password }) => (password ? [`${username}:${password}`] : [])),
  ].map((text) => text.toLowerCase());
  const hosts = [...hidden.authorities, ...bases.map(({ host }) => host)].flatMap((authority) => {
    const { host, hostname } = new URL(`http://${authority}`);
    return [host, hostname];
  });
  const isRevealing = (value: string): boolean => {
    const text = value.toLowerCase();
    return (
      secrets.some((secret) => text.includes(secret)) ||
      [...text.matchAll(/\/\/(?:[^\s/?#@]*@)?(\[[\da-f:.]*\](?::\d+)?|[^\s/?#"'<>,;]+)/g)].some(
        ([, host = '']) => hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, '')),
      ) ||
      hosts.some((host) => host.includes(':') && text.includes(host))
    );
  };

  /**
   * Returns the client's URL for an upstream's; the same text for other URLs; null for a path that
   * cannot be reached through the proxy.
   */
  function rewriteUrl(text: string, { mount, path }: ProxiedLocation): string | null {
    const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(text);
    for (const base of bases) {
      const prefix = base.pathname.replace(/\/+$/, '');
      const url = URL.parse(text, `${base.protocol}//${base.host}${prefix}${path}`);
      if (url === null) return text;
      if (url.host !== base.host || !/^https?:$/.test(url.protocol)) continue;
      if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) continue;
      const pairs = pairsOf(url.search).filter((pair) => !ownPairs.has(pair));
      const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
      return `${mount}${url.pathname.slice(prefix.length) || '/'}${query}${url.hash}`;
    }
    return isAbsolute ? text : null;
  }

  /** Returns the value with the client's URLs; null if the header must be removed. */
  function rewriteValue(name: string, value: string, location: ProxiedLocation): string | null {
    let isReachable = true;
    const rewrite = (url: string): string => {
      const rewritten = rewriteUrl(url, location);
      if (rewritten === null) isReachable = false;
      return rewritten ?? '';
    };
    let rewritten: string;
    if (urlHeaders.has(name)) rewritten = rewrite(value.trim());
    else if (name === 'link') rewritten = value.replace(linkTargets, rewrite);
    else if (name === 'refresh') rewritten = value.replace(refreshTarget, rewrite);
    else rewritten = value.replace(urlsInText, rewrite);
    return isReachable && !isRevealing(rewritten) ? rewritten : null;
  }

  return (headers, location) => {
    const lines: string[] = [];
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const [name = '', value = ''] = [headers[index], headers[index + 1]];
      const lower = name.toLowerCase();
      const sent = mayHaveUrl(lower, value)
        ? rewriteValue(lower, value, location)
        : isRevealing(value)
          ? null
          : value;
      if (sent !== null) lines.push(name, sent);
    }
    return lines;
  };
}
