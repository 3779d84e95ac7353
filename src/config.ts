import { z } from 'zod';
import { createLogSecrets, type LogSecrets } from './lib/encoding/log-secrets.ts';
import { parseIpRanges } from './lib/ip-ranges.ts';
import { parseRedisUrl, splitRedisUrl } from './lib/redis-url.ts';

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((text) => text.replace(/^([^?#]*?)\/+(?=[?#]|$)/, '$1'));
/** Appends a path to a URL, before its query or fragment. */
const below = (base: string, path: string) => base.replace(/(?=[?#]|$)/, path);
const redisUrl = z.string().transform((text, context) => {
  try {
    parseRedisUrl(text);
    return text.trim();
  } catch (error) {
    context.addIssue(error instanceof TypeError ? error.message : 'is not a Redis URL');
    return z.NEVER;
  }
});
/** A comma list of `key=value` with percent-encoded values, as OpenTelemetry defines it. */
const resourceAttributes = z
  .string()
  .default('')
  .transform((text, context) => {
    const pairs = text.split(',').filter((pair) => pair.trim() !== '');
    try {
      return Object.fromEntries(
        pairs.map((pair) => {
          const [, key = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
          if (key === '') throw new TypeError(pair);
          return [key, decodeURIComponent(value)];
        }),
      );
    } catch {
      context.addIssue('must be a comma list of key=value, with percent-encoded values');
      return z.NEVER;
    }
  });
const urls = z.preprocess(
  (text) => (typeof text === 'string' ? text.split(',').map((part) => part.trim()) : text),
  z.array(url).min(1, 'must name at least one URL'),
);
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((number) => number >= min && number <= max, error);
};
/** Order of the secp256k1 group. Valid private keys are smaller. */
const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const privateKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 0x followed by 64 hex digits', abort: true })
  .refine((text) => BigInt(text) > 0n && BigInt(text) < groupOrder, 'is not a key of secp256k1')
  .transform((text) => text as `0x${string}`);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const token = z.string().regex(/^[\x20-\x7e]+$/, 'must be printable ASCII');
const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' });
const trueOrFalse = z.enum(['true', 'false'], { error: 'must be true or false' });

/** The names that `READY_REQUIRES` may have: upstreams without which the gateway is not ready. */
const readinessNames = ['data-node', 'oracles', 'l3', 'settlement', 'providers', 'redis'] as const;

export type ReadinessName = (typeof readinessNames)[number];

/** Client connections allowed by default in addition to one for each event stream. */
const otherConnections = 10_000;
const mebibyte = 1024 * 1024;
/** Default size of the value cache in MB, if the heap is large enough. */
const usualCache = 256;

const environment = z.object({
  PORT: whole(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: whole(0, 65_535).optional(),
  ADMIN_TOKEN: token.optional(),
  READY_REQUIRES: list.pipe(
    z.array(z.enum(readinessNames, { error: `must be names out of ${readinessNames.join(', ')}` })),
  ),
  DATA_NODE_URL: url,
  ORACLE_URLS: urls,
  L3_RPC_URL: url,
  SETTLEMENT_RPC_URL: url,
  CHAIN_FINALITY_BLOCKS: whole(0, 100_000).default(12),
  MARKET_DATA_URL: url,
  DEFI_DATA_URL: url.optional(),
  EXPLORER: onOrOff.default('on'),
  EXPLORER_TOKEN: token.optional(),
  FAUCET_PRIVATE_KEY: privateKey.optional(),
  FAUCET_LIMIT_ADDRESS_PER_HOUR: whole(1, 1_000_000).default(10),
  FAUCET_LIMIT_CLIENT_PER_MINUTE: whole(1, 1_000_000).default(60),
  FAUCET_LIMIT_TOTAL_PER_HOUR: whole(1, 10_000_000).default(1000),
  STATE_DIR: z.string().min(1).default('.sandbox/gateway'),
  DEPLOYMENTS_DIR: z.string().min(1).default('deployments'),
  PUBLIC_DEPLOYMENT_FILE: z.string().min(1).default('deployments/public/deployment.json'),
  COIN_MAP_FILE: z.string().min(1).optional(),
  FOUNDERS_FILE: z.string().min(1).optional(),
  DN_DENY: list,
  TRUSTED_PROXIES: list
    .transform(parseIpRanges)
    .refine((ranges) => ranges !== null, 'must be addresses or ranges such as 10.0.0.0/8'),
  KNOWN_CLIENTS: list,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, silent',
    })
    .default('info'),
  CACHE_MAX_MB: whole(1, 16_384).optional(),
  RESPONSE_CACHE_MAX_MB: whole(0, 16_384).optional(),
  COMPILED_EXECUTION: onOrOff.default('on'),
  L3_RPC_PASSTHROUGH: onOrOff.default('off'),
  MCP_MUTATIONS: trueOrFalse.default('false'),
  MCP_ALLOWED_ORIGINS: list,
  PERSISTED_DOCUMENTS: z.string().min(1).optional(),
  PERSISTED_ONLY: trueOrFalse.default('false'),
  RESPONSE_MAX_MB: whole(1, 256).default(8),
  RATE_LIMIT_REST_PER_MINUTE: whole(1, 100_000_000).optional(),
  RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: whole(1, 1_000_000_000).optional(),
  STREAM_LIMIT_TOTAL: whole(1, 1_000_000).default(10_000),
  STREAM_LIMIT_PER_CLIENT: whole(1, 1_000_000).default(1000),
  RESPONSE_STALL_SECONDS: whole(1, 600).default(30),
  PENDING_RESPONSE_TOTAL_MB: whole(1, 16_384).default(256),
  PENDING_RESPONSE_CLIENT_MB: whole(1, 16_384).default(64),
  IN_PROGRESS_MAX_MB: whole(16, 65_536).optional(),
  CONNECTION_LIMIT: whole(1, 2_000_000).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: resourceAttributes,
  DRAIN_SECONDS: whole(0, 600).default(5),
  REDIS_URL: redisUrl.optional(),
});

/** The schema with `CACHE_MAX_MB` limited to half of the heap. */
const environmentIn = (heapMb: number) =>
  environment.extend({
    CACHE_MAX_MB: environment.shape.CACHE_MAX_MB.refine(
      (cacheMb = 0) => cacheMb <= heapMb / 2,
      `must be at most half of the heap, which is ${heapMb} MB (NODE_OPTIONS=--max-old-space-size)`,
    ),
  });

/** The gateway cannot start because of its configuration. The message lists every problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    const lines = [...new Set(problems)].map((problem) => `  ${problem}`);
    super(['The gateway cannot start:', ...lines].join('\n'));
  }
}

/** The gateway's configuration, parsed once at start. URL paths have no trailing slash. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

function toConfig(v: z.output<typeof environment>, heapMb: number) {
  const cacheMb = v.CACHE_MAX_MB ?? Math.max(1, Math.min(usualCache, Math.floor(heapMb / 6)));
  return {
    port: v.PORT,
    host: v.HOST,
    /** Port of a second listener for `/metrics` and the probes; undefined: they are on `port`. */
    metricsPort: v.METRICS_PORT,
    /** Allows purges of the cache on the metrics port; undefined: there are none. */
    adminToken: v.ADMIN_TOKEN,
    /** Upstreams without which `/readyz` responds 503. */
    readyRequires: v.READY_REQUIRES,
    dataNodeUrl: v.DATA_NODE_URL,
    oracleUrls: v.ORACLE_URLS,
    l3RpcUrl: v.L3_RPC_URL,
    settlementRpcUrl: v.SETTLEMENT_RPC_URL,
    /** Blocks below the head of a chain that may be replaced; their logs are read again. */
    chainFinalityBlocks: v.CHAIN_FINALITY_BLOCKS,
    marketDataUrl: v.MARKET_DATA_URL,
    defiDataUrl: v.DEFI_DATA_URL ?? below(v.DATA_NODE_URL, '/defillama'),
    explorerEnabled: v.EXPLORER === 'on',
    explorerToken: v.EXPLORER_TOKEN,
    faucet: {
      privateKey: v.FAUCET_PRIVATE_KEY,
      addressPerHour: v.FAUCET_LIMIT_ADDRESS_PER_HOUR,
      clientPerMinute: v.FAUCET_LIMIT_CLIENT_PER_MINUTE,
      totalPerHour: v.FAUCET_LIMIT_TOTAL_PER_HOUR,
    },
    /** Folder for state that outlives the process: payments, accepted bitmaps, chain events. */
    stateDir: v.STATE_DIR,
    deploymentsDir: v.DEPLOYMENTS_DIR,
    publicDeploymentFile: v.PUBLIC_DEPLOYMENT_FILE,
    /** Files with coin ids and founders for the enrichment; undefined: those in `data/`. */
    coinMapFile: v.COIN_MAP_FILE,
    foundersFile: v.FOUNDERS_FILE,
    /** Path prefixes that the proxy to the data node, `/dn`, rejects. */
    dataNodeProxyDenyList: v.DN_DENY,
    /** Proxies whose `X-Forwarded-For` header is trusted. */
    trustedProxies: v.TRUSTED_PROXIES,
    /** Model Context Protocol: whether tools execute mutations, and web origins that may call it. */
    mcp: { allowsMutations: v.MCP_MUTATIONS === 'true', allowedOrigins: v.MCP_ALLOWED_ORIGINS },
    logLevel: v.LOG_LEVEL,
    /** Names of clients that metrics tell apart. */
    knownClients: v.KNOWN_CLIENTS,
    cacheMaxBytes: cacheMb * mebibyte,
    /** Maximum size of the response cache of REST and GraphQL; 0 disables it. */
    responseCacheMaxBytes: Math.floor((v.RESPONSE_CACHE_MAX_MB ?? cacheMb / 4) * mebibyte),
    /** Whether GraphQL operations are executed from compiled plans; otherwise by graphql-js. */
    compiledExecution: v.COMPILED_EXECUTION === 'on',
    /** `POST /rpc/l3` sends JSON-RPC calls to the L3 chain; on only with the sandbox. */
    l3RpcPassthrough: v.L3_RPC_PASSTHROUGH === 'on',
    /** Trusted GraphQL documents: their file or folder, and whether all others are rejected. */
    persistedDocuments: { path: v.PERSISTED_DOCUMENTS, isOnly: v.PERSISTED_ONLY === 'true' },
    /** Maximum size of a GraphQL response or subscription event, in bytes. */
    maxResponseBytes: v.RESPONSE_MAX_MB * mebibyte,
    /** Requests and GraphQL cost that a client may use in a minute; undefined: no limit. */
    clientLimits: {
      rest: v.RATE_LIMIT_REST_PER_MINUTE,
      graphqlCost: v.RATE_LIMIT_GRAPHQL_COST_PER_MINUTE,
    },
    /** Maximum number of open event streams in this process, of REST and GraphQL together. */
    streamLimits: { total: v.STREAM_LIMIT_TOTAL, perClient: v.STREAM_LIMIT_PER_CLIENT },
    /** A client that reads nothing of its response for this long is disconnected; not for streams. */
    responseStallLimit: v.RESPONSE_STALL_SECONDS * 1000,
    /** Maximum memory of large responses that clients have not read, in total and per client. */
    pendingResponses: {
      maxBytes: v.PENDING_RESPONSE_TOTAL_MB * mebibyte,
      maxClientBytes: v.PENDING_RESPONSE_CLIENT_MB * mebibyte,
    },
    /** Maximum estimated memory of everything that is computed at one time, bytes. */
    maxInProgressBytes: (v.IN_PROGRESS_MAX_MB ?? Math.max(16, Math.floor(heapMb / 4))) * mebibyte,
    /** Maximum number of client connections. Further connections are closed at once. */
    maxConnections: v.CONNECTION_LIMIT ?? v.STREAM_LIMIT_TOTAL + otherConnections,
    otlpEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Attributes of this process in its spans. */
    traceResource: {
      ...v.OTEL_RESOURCE_ATTRIBUTES,
      ...(v.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': v.OTEL_SERVICE_NAME }),
    },
    /** How long a stopping gateway goes on accepting connections while `/readyz` is 503. */
    drainTime: v.DRAIN_SECONDS * 1000,
    /** Redis URL of the replicas, with credentials; undefined for a single gateway. */
    redisUrl: v.REDIS_URL,
  };
}

/**
 * Parses environment variables. Whitespace around a value is ignored; an empty variable counts as
 * unset.
 *
 * @param maxHeapBytes - V8's heap limit; the value cache defaults to at most a sixth of it.
 * @throws {ConfigError} listing every missing or malformed variable at once.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  maxHeapBytes = Number.POSITIVE_INFINITY,
): Config {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()]);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const heapMb = Math.floor(maxHeapBytes / mebibyte);
  const parsed = environmentIn(heapMb).safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        return `${name}: ${given[name] === undefined ? 'is missing' : message}`;
      }),
    );
  }
  const v = parsed.data;
  if (v.READY_REQUIRES.includes('redis') && v.REDIS_URL === undefined) {
    throw new ConfigError(['READY_REQUIRES: redis needs REDIS_URL']);
  }
  if (v.PERSISTED_ONLY === 'true' && v.PERSISTED_DOCUMENTS === undefined) {
    throw new ConfigError(['PERSISTED_ONLY: true needs PERSISTED_DOCUMENTS']);
  }
  return toConfig(v, heapMb);
}

/** Collects the keys, tokens, passwords and upstream hosts of the settings. */
export function collectLogSecrets(config: Config): LogSecrets {
  return createLogSecrets({
    texts: [
      config.explorerToken ?? '',
      config.adminToken ?? '',
      config.faucet.privateKey?.slice('0x'.length) ?? '',
    ],
    urls: [
      config.dataNodeUrl,
      ...config.oracleUrls,
      config.l3RpcUrl,
      config.settlementRpcUrl,
      config.marketDataUrl,
      config.defiDataUrl,
      ...(config.redisUrl === undefined ? [] : splitRedisUrl(config.redisUrl)),
    ],
  });
}
