import { unescape as decodePercents } from 'node:querystring';

/** Texts that `createScrubber` hides in log lines. */
export type LogSecrets = {
  /** Keys, tokens and passwords of at least eight characters, longer ones first. */
  readonly secrets: readonly string[];
  /** Hosts of the upstreams and Redis, with a port if their URL has one, to hide in URLs. */
  readonly authorities: readonly string[];
  /**
   * Those hosts as `host:port`, and alone if they are names with a dot. They are hidden wherever
   * they occur, as in error messages of sockets.
   */
  readonly places: readonly string[];
};

/** Shorter texts may be common words or version numbers; hiding them would make logs unreadable. */
const shortestSecret = 8;
const shown = '[hidden]';

const secretName = /key|token|secret|auth|pass|sig|credential/i;

/** Whether a text looks like a key: letters with digits, special characters, or great length. */
const isKeyLike = (text: string) =>
  text.length >= 20 || (/[a-z]/i.test(text) && /\d/.test(text)) || /[^\w.-]/.test(text);

function secretsOf(url: string): readonly string[] {
  const { username, password, pathname, search } = new URL(url);
  const pairs = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, Math.max(at, 0)), value: pair.slice(at + 1) };
    });
  const inQuery = pairs.filter(({ name, value }) => secretName.test(name) || isKeyLike(value));
  const inPath = pathname.split('/').filter(isKeyLike);
  const user = isKeyLike(username) ? [username] : [];
  return [password, ...user, ...inPath, ...inQuery.map(({ value }) => value)];
}

const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'redis-sentinel:': 26_379,
  'rediss-sentinel:': 26_379,
};

function placesOf(url: string): readonly string[] {
  const { hostname, port, protocol } = new URL(url);
  const usual = usualPorts[protocol] ?? 6379;
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.');
  return [`${hostname}:${port || usual}`, ...(isName ? [hostname] : [])];
}

/**
 * Collects what must not be logged: the texts, and the credentials and hosts of the URLs, as they
 * are and percent-decoded.
 */
export function createLogSecrets({
  texts,
  urls,
}: {
  readonly texts: readonly string[];
  readonly urls: readonly string[];
}): LogSecrets {
  const all = [...texts, ...urls.flatMap(secretsOf)].flatMap((text) => [
    text,
    decodePercents(text),
  ]);
  const longestFirst = (list: readonly string[]) =>
    [...new Set(list)].sort((left, right) => right.length - left.length);
  return {
    secrets: longestFirst(all).filter(({ length }) => length >= shortestSecret),
    authorities: longestFirst(urls.map((url) => new URL(url).host)),
    places: longestFirst(urls.flatMap(placesOf)),
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Builds a pattern for any of the texts; without texts it matches nothing. */
const anyOf = (texts: readonly string[], around: (any: string) => string) =>
  texts.length === 0 ? /(?!)/g : new RegExp(around(texts.map(escaped).join('|')), 'gi');

/**
 * Creates a function that replaces secrets by `[hidden]` in the values of a JSON log line, not in
 * its field names. A line that is not JSON becomes a JSON line with its scrubbed text.
 */
export function createScrubber(hidden: LogSecrets): (line: string) => string {
  const { secrets } = hidden;
  // Matches a URL with a hidden host, from its scheme to its end.
  const url = anyOf(
    hidden.authorities,
    (authorities) =>
      `[a-z][a-z0-9+.-]*://(?:[^\\s"'<>/@]*@)?(?:${authorities})(?![\\w.-])[^\\s"'<>]*`,
  );
  const place = anyOf(hidden.places, (places) => `(?<![\\w.-])(?:${places})(?![\\w-])`);
  const credentials = /(?<=[a-z][a-z0-9+.-]*:\/\/)[^\s"'<>/@]+:[^\s"'<>/@]*(?=@)/gi;
  const quoted = secrets.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);

  const isSuspect = (line: string): boolean =>
    line.includes('://') || quoted.some((text) => line.includes(text)) || line.search(place) >= 0;

  const scrub = (text: string): string =>
    secrets
      .reduce((kept, secret) => kept.replaceAll(secret, shown), text.replace(url, shown))
      .replace(place, shown)
      .replace(credentials, shown);

  const scrubValue = (value: unknown): unknown => {
    if (typeof value === 'string') return scrub(value);
    if (Array.isArray(value)) return value.map(scrubValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, scrubValue(one)]));
  };

  return (line) => {
    if (!isSuspect(line)) return line;
    try {
      return `${JSON.stringify(scrubValue(JSON.parse(line)))}\n`;
    } catch {
      // Not JSON, so the logger did not write it: log its scrubbed text only.
      return `${JSON.stringify({ level: 50, msg: scrub(line) })}\n`;
    }
  };
}
