import type { WrkLoad } from '../load/wrk.ts';
import type { Tool } from '../machine/cores-and-tools.ts';
import { type ServerProcess, startNode, tunedFlags } from '../machine/processes.ts';
import { type NginxRole, startNginx } from '../peers/nginx.ts';
import type { Time } from '../peers/ours.ts';
import type { UpstreamControl } from '../upstream/control.ts';
import type { Goal } from './stats.ts';

/** V8 flags: Node's own, or those that our gateway ships with; none where there is no Node. */
export type Flags = 'default' | 'tuned' | '-';

/** What contestants find when they start. */
export type BenchWorld = {
  readonly upstream: string;
  readonly control: UpstreamControl;
  /** A folder for what a process keeps on disk. */
  readonly folder: string;
  /** The core of the server under test; null where nothing is measured. */
  readonly core: number | null;
  /** Origins of the contestants of the part that stand already, by id. */
  readonly standing: ReadonlyMap<string, string>;
  /** The checkout whose code runs; this one when left out. */
  readonly checkout?: string;
};

/** A server that takes part. */
export type Contestant = {
  /** Name and flags. */
  readonly id: string;
  readonly name: string;
  readonly flags: Flags;
  /** What runs: contestants of several parts with the same text and flags are the same server. */
  readonly process: string;
  /** What must be installed for it. */
  readonly needs?: Tool;
  readonly start: (world: BenchWorld) => Promise<ServerProcess>;
};

/** One comparison: the same load on all contestants of its part. */
export type HttpCase = {
  readonly name: string;
  readonly title: string;
  /** Milliseconds that the upstream takes; 0 when left out. */
  readonly latency?: number;
  readonly loadOf: (contestant: Contestant) => WrkLoad;
  /** By contestant's id: how many times less ours must cost. */
  readonly goals: Readonly<Record<string, Goal>>;
  /** Only these ids; everybody when left out. */
  readonly only?: readonly string[];
  /** Other than six times round, in a full run. */
  readonly rounds?: number;
  /** True when it runs other code than the cases before it, so that warming begins anew. */
  readonly isNew?: boolean;
};

const nowhere = 'http://127.0.0.1:1';

/** The environment of our gateway: everything but the data node is out of reach. */
export const gatewayEnv = (world: BenchWorld): Readonly<Record<string, string>> => ({
  PORT: '0',
  LOG_LEVEL: 'warn',
  STATE_DIR: world.folder,
  DATA_NODE_URL: world.upstream,
  ORACLE_URLS: nowhere,
  L3_RPC_URL: nowhere,
  SETTLEMENT_RPC_URL: nowhere,
  MARKET_DATA_URL: nowhere,
});

const flagsOf = (flags: Flags) => (flags === 'tuned' ? tunedFlags : []);

/** Our gateway, with both kinds of flags. */
export function ourGateway(
  time: Time,
  env: Readonly<Record<string, string>> = {},
): readonly Contestant[] {
  return peer('ours', `ours-${time}`, env);
}

/** A peer of `bench/peers`, with both kinds of flags. */
export function peer(
  name: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): readonly Contestant[] {
  return (['default', 'tuned'] as const).map((flags) => ({
    id: `${name} ${flags}`,
    name,
    flags,
    process: `${script} ${JSON.stringify(env)}`,
    start: (world) =>
      startNode({
        script: ['bench/peers/main.ts', script],
        flags: flagsOf(flags),
        core: world.core,
        cwd: world.checkout,
        env: { UPSTREAM: world.upstream, ...gatewayEnv(world), ...env },
      }),
  }));
}

/** Whether it runs with the flags that ours ships with. */
export const isTuned = ({ flags }: Contestant): boolean => flags === 'tuned';

/** Whether it is our gateway. */
export const isOurs = ({ process }: Contestant): boolean => process.startsWith('ours-');

/** nginx in front of the upstream, or of our gateway's answers. */
export function nginx(role: NginxRole, targetOf: (world: BenchWorld) => string): Contestant {
  const name = role === 'cache' ? 'nginx proxy_cache' : 'nginx proxy_pass';
  return {
    id: name,
    name,
    flags: '-',
    process: name,
    needs: 'nginx',
    start: (world) => startNginx(role, targetOf(world), world.core),
  };
}

/** The contestant that all others are held against: our gateway as it ships. */
export const oursId = 'ours tuned';
