import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** What the gateway's things are called in Redis. */
export type RedisKeys = {
  /** Of what all replicas behind the same upstreams share, whatever their build: limits, claims, news. */
  readonly shared: (kind: string, name?: string) => string;
  /** Of what only replicas of the same build understand: values, runs. */
  readonly perBuild: (kind: string, name?: string) => string;
};

/** A short digest; what users have asked for stands in no key. */
export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/**
 * Names below `dtf:`, a digest of the upstreams (replicas of other upstreams have other truths), and a
 * digest of the sources (another build may have values of another shape).
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
  const below = (root: string) => (kind: string, name?: string) =>
    name === undefined ? `${root}:${kind}` : `${root}:${kind}:${name}`;
  return { shared: below(common), perBuild: below(ofBuild) };
}

let sources: string | undefined;

/** Of everything that decides on the shape of a value: the gateway's sources and the engine's encoding. */
function sourcesDigest(): string {
  if (sources !== undefined) return sources;
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort();
  const contents = files.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`);
  sources = shortDigest([process.versions.v8, ...contents].join('\n'));
  return sources;
}
