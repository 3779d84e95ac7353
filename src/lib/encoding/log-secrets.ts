import { unescape as decodePercents } from 'node:querystring';
import type { Config } from '../../config.ts';

/** What no line of a log shows. */
export type LogSecrets = {
  /** Keys, tokens and passwords of at least eight characters, longer ones first. */
  readonly secrets: readonly string[];
  /** Host, and port where it is not the usual one, of every upstream and of Redis: in URLs. */
  readonly authorities: readonly string[];
  /** Their hosts with ports, and host names with a dot alone: wherever they stand. */
  readonly places: readonly string[];
};

/** Shorter texts are words and versions: without them no line could be read. */
const shortestSecret = 8;
const shown = '[hidden]';

const secretName = /key|token|secret|auth|pass|sig|credential/i;

/** What looks like a key and not like a word: letters with digits, or a long text. */
const isKeyLike = (text: string) =>
  text.length >= 20 || (/[a-z]/i.test(text) && /\d/.test(text)) || /[^\w.-]/.test(text);

/** The secrets in the URL of an upstream: its password, keys in its path, tokens in its query. */
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

/** How the place of an upstream may stand in an error of the transport. */
function placesOf(url: string): readonly string[] {
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === 'https:' ? 443 : protocol === 'http:' ? 80 : 6379;
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.');
  return [`${hostname}:${port || usual}`, ...(isName ? [hostname] : [])];
}

/** The secrets of a configuration, as they are and as they are written in URLs. */
export function logSecretsOf(config: Config): LogSecrets {
  const urls = [
    config.dataNodeUrl,
    ...config.oracleUrls,
    config.l3RpcUrl,
    config.settlementRpcUrl,
    config.marketDataUrl,
    config.defiDataUrl,
    ...(config.redisUrl === undefined ? [] : [config.redisUrl]),
  ];
  const texts = [
    config.explorerToken ?? '',
    config.redisSigningKey ?? '',
    config.faucet.privateKey?.slice('0x'.length) ?? '',
    ...urls.flatMap(secretsOf),
  ].flatMap((text) => [text, decodePercents(text)]);
  const longestFirst = (all: readonly string[]) =>
    [...new Set(all)].sort((left, right) => right.length - left.length);
  return {
    secrets: longestFirst(texts).filter(({ length }) => length >= shortestSecret),
    authorities: longestFirst(urls.map((url) => new URL(url).host)),
    places: longestFirst(urls.flatMap(placesOf)),
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Finds what is written around any of these texts; without one, nothing. */
const anyOf = (texts: readonly string[], around: (any: string) => string) =>
  texts.length === 0 ? /(?!)/g : new RegExp(around(texts.map(escaped).join('|')), 'gi');

/**
 * Hides secrets in a line of JSON: in the values of its fields, never in their names. Complete URLs
 * of upstreams and their authorities are hidden as a whole, secrets wherever they stand; the words
 * that a host, a path or a user is made of stay. A line without any of them is left as it is.
 */
export function createScrubber(hidden: LogSecrets): (line: string) => string {
  const { secrets } = hidden;
  // Up to what ends a URL in a text; a user and password may stand before its authority.
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
      // Not a line of ours: nothing of it is worth a secret.
      return `${JSON.stringify({ level: 50, msg: scrub(line) })}\n`;
    }
  };
}
