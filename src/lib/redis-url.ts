/** One server that a Redis URL names. */
export type RedisHost = { readonly host: string; readonly port: number };

/** What a Redis URL says: where Redis is, and how to log in. */
export type RedisServers = {
  /** `hosts` is one server, the sentinels that know the master, or some nodes of a cluster. */
  readonly topology: 'single' | 'sentinel' | 'cluster';
  readonly hosts: readonly RedisHost[];
  readonly hasTls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The name by which sentinels know the master; empty without sentinels. */
  readonly master: string;
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** 4 or 6: only addresses of this family of IP are used; 0: any. */
  readonly family: number;
};

const forms = 'a redis, rediss, redis-sentinel or rediss-sentinel URL';
const pattern =
  /^(rediss?)(-sentinel)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;
const parameters = ['cluster', 'family', 'master', 'sentinelUsername', 'sentinelPassword'];

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    throw new TypeError('must have user and password percent-encoded');
  }
}

function parseHost(text: string, usualPort: number): RedisHost {
  const form = 'must name hosts as host, host:port or [IPv6]:port, separated by commas';
  if (!URL.canParse(`redis://${text}`)) throw new TypeError(form);
  const { hostname, port } = new URL(`redis://${text}`);
  if (hostname === '' || port === '0') throw new TypeError(form);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || usualPort) };
}

function parseParameters(text: string): URLSearchParams {
  const query = new URLSearchParams(text);
  const names = [...query.keys()];
  const isUnknown = names.some((name) => !parameters.includes(name));
  if (isUnknown || new Set(names).size < names.length) {
    throw new TypeError(`must have no parameters but ${parameters.join(', ')}, each once`);
  }
  if (!['true', 'false', null].includes(query.get('cluster'))) {
    throw new TypeError('must have cluster=true, cluster=false or neither');
  }
  if (!['0', '4', '6', null].includes(query.get('family'))) {
    throw new TypeError('must have family=4, family=6 or neither');
  }
  return query;
}

/**
 * Parses the URL of a Redis: `redis://user:password@host:port/database` for one server, the same
 * with several hosts and `?cluster=true` for a cluster, and
 * `redis-sentinel://host,host/database?master=name` for sentinels. `rediss` is TLS everywhere.
 *
 * @throws {TypeError} What the URL must be or have, without its content.
 * @example
 * parseRedisUrl('redis://a,b:7001/?cluster=true').hosts // [{ host: 'a', port: 6379 }, { host: 'b', port: 7001 }]
 */
export function parseRedisUrl(text: string): RedisServers {
  const found = pattern.exec(text.trim());
  if (!found) throw new TypeError(`must be ${forms}`);
  const [, scheme = '', sentinel, login, authority = '', path = '', search = ''] = found;
  if (!/^\d{0,5}$/.test(path)) {
    throw new TypeError('must have the number of a database as its path, or none');
  }
  const query = parseParameters(search);
  const hosts = authority
    .split(',')
    .map((host) => parseHost(host.trim(), sentinel === undefined ? 6379 : 26_379));
  const isCluster = query.get('cluster') === 'true';
  const master = query.get('master') ?? '';
  const hasSentinelLogin = query.has('sentinelUsername') || query.has('sentinelPassword');
  if (sentinel !== undefined && isCluster) {
    throw new TypeError('must name sentinels or have cluster=true, not both');
  }
  if (sentinel !== undefined && master === '') {
    throw new TypeError('must have ?master= with the name by which the sentinels know the master');
  }
  if (sentinel === undefined && (master !== '' || hasSentinelLogin)) {
    throw new TypeError('must be a redis-sentinel URL to have the parameters of sentinels');
  }
  if (sentinel === undefined && hosts.length > 1 && !isCluster) {
    throw new TypeError(
      'must have ?cluster=true to name several hosts, or be a redis-sentinel URL',
    );
  }
  if (isCluster && Number(path) !== 0) {
    throw new TypeError('must name no database but 0 for a cluster, which has no other');
  }
  const colon = login?.indexOf(':') ?? -1;
  return {
    topology: sentinel !== undefined ? 'sentinel' : isCluster ? 'cluster' : 'single',
    hosts,
    hasTls: scheme.toLowerCase() === 'rediss',
    username: decode(colon < 0 ? login : login?.slice(0, colon)) || undefined,
    password: colon < 0 ? undefined : decode(login?.slice(colon + 1)),
    database: Number(path),
    master,
    sentinelUsername: query.get('sentinelUsername') ?? undefined,
    sentinelPassword: query.get('sentinelPassword') ?? undefined,
    family: Number(query.get('family')),
  };
}

/** Returns a valid Redis URL once for each of its hosts, with that host alone. */
export function splitRedisUrl(text: string): readonly string[] {
  const { hosts } = parseRedisUrl(text);
  const [, authority = ''] = /^[^/]*\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(text.trim()) ?? [];
  if (hosts.length === 1) return [text.trim()];
  return authority.split(',').map((host) => text.trim().replace(authority, host.trim()));
}
