import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { resolveProjectFile } from '../lib/project-files.ts';
import { hashTagOf, type Partition } from './partitions.ts';

/** Builds the name of a key: `kind` says what the key holds, `name` which of the kind it is. */
type BuildName = (partition: Partition, kind: string, name?: string) => string;

/** Builds names of Redis keys. Those of one partition are in one slot of a Redis Cluster. */
export type RedisKeys = {
  /** Key shared by replicas with the same upstreams, whatever their build: limits, claims. */
  readonly shared: BuildName;
  /** Key shared only by replicas that also have the same build: cached values, stream events. */
  readonly perBuild: BuildName;
};

/** Returns a short SHA-256 digest, 22 characters of base64url, for user input in key names. */
export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/**
 * Creates names of Redis keys. They contain digests of the upstream URLs and of the build, so that
 * only replicas with the same ones share data.
 */
export function createRedisKeys(config: Config): RedisKeys {
  const upstreams = JSON.stringify([
    config.dataNodeUrl,
    config.oracleUrls,
    config.l3RpcUrl,
    config.settlementRpcUrl,
    config.marketDataUrl,
    config.defiDataUrl,
    [config.coinMapFile, config.foundersFile].map((path) => path && readFileSync(path, 'utf8')),
  ]);
  const common = `dtf:${shortDigest(upstreams).slice(0, 8)}`;
  const ofBuild = `${common}:${sourcesDigest().slice(0, 8)}`;
  const below =
    (root: string): BuildName =>
    (partition, kind, name) =>
      [root, hashTagOf(partition), kind, ...(name === undefined ? [] : [name])].join(':');
  return { shared: below(common), perBuild: below(ofBuild) };
}

let sources: string | undefined;

/** Digest of everything that determines the stored format: source files and V8 version. */
function sourcesDigest(): string {
  if (sources !== undefined) return sources;
  const root = resolveProjectFile('src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort();
  const contents = files.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`);
  sources = shortDigest([process.versions.v8, ...contents].join('\n'));
  return sources;
}
