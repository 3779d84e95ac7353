import type { WrkLoad } from '../load/run-wrk.ts';
import { type ServerProcess, startNode, tunedFlags } from '../machine/child-processes.ts';
import type { Tool } from '../machine/cores-and-tools.ts';
import { type NginxRole, startNginx } from '../peers/nginx.ts';
import type { GatewayClock } from '../peers/our-gateway.ts';
import type { UpstreamControl } from '../upstream/upstream-control.ts';
import type { Goal } from './ratio-goals.ts';

/**
 * V8 flags: Node's defaults, or those that our gateway ships with; `-` for programs without Node.
 */
export type V8FlagSet = 'default' | 'tuned' | '-';

/** Everything that contestants need to start. */
export type BenchContext = {
  readonly upstream: string;
  readonly control: UpstreamControl;
  /** A folder for files of the processes. */
  readonly folder: string;
  /** The core of the server under test; null in tests, which do not measure. */
  readonly core: number | null;
  /** Origins of the part's contestants that are already running, by id. */
  readonly runningOrigins: ReadonlyMap<string, string>;
  /** The checkout whose code runs; this one if omitted. */
  readonly checkout?: string;
};

/** A server that is measured. */
export type Contestant = {
  /** Name and flags. */
  readonly id: string;
  readonly name: string;
  readonly flags: V8FlagSet;
  /** Identifies the command: contestants with the same text and flags are the same server. */
  readonly process: string;
  /** A program that the contestant requires. */
  readonly needs?: Tool;
  readonly start: (world: BenchContext) => Promise<ServerProcess>;
};

/** One comparison: the same load on all contestants of its part. */
export type HttpCase = {
  readonly name: string;
  readonly title: string;
  /** Delay of the upstream in milliseconds; default 0. */
  readonly latency?: number;
  readonly loadOf: (contestant: Contestant) => WrkLoad;
  /** Factor by which our gateway must be cheaper than a contestant, by contestant id. */
  readonly goals: Readonly<Record<string, Goal>>;
  /** Ids of the contestants that take part; all if omitted. */
  readonly only?: readonly string[];
  /** Number of rounds in a full run; default 6. */
  readonly rounds?: number;
  /**
   * True if the case runs other code than the ones before it, so that servers are warmed up in
   * full.
   */
  readonly isNew?: boolean;
};

const nowhere = 'http://127.0.0.1:1';

/** Creates the environment of our gateway. Only the data node is reachable. */
export const createGatewayEnv = (world: BenchContext): Readonly<Record<string, string>> => ({
  PORT: '0',
  LOG_LEVEL: 'warn',
  STATE_DIR: world.folder,
  DATA_NODE_URL: world.upstream,
  ORACLE_URLS: nowhere,
  L3_RPC_URL: nowhere,
  SETTLEMENT_RPC_URL: nowhere,
  MARKET_DATA_URL: nowhere,
});

const flagsOf = (flags: V8FlagSet) => (flags === 'tuned' ? tunedFlags : []);

/** Creates the contestants of our gateway, with default and tuned flags. */
export function createOurContestants(
  time: GatewayClock,
  env: Readonly<Record<string, string>> = {},
): readonly Contestant[] {
  return createPeerContestants('ours', `ours-${time}`, env);
}

/** Creates the contestants of a peer of `bench/peers`, with default and tuned flags. */
export function createPeerContestants(
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
        env: { UPSTREAM: world.upstream, ...createGatewayEnv(world), ...env },
      }),
  }));
}

/** Whether the contestant runs with the flags that our gateway ships with. */
export const isTuned = ({ flags }: Contestant): boolean => flags === 'tuned';

/** Whether the contestant is our gateway. */
export const isOurs = ({ process }: Contestant): boolean => process.startsWith('ours-');

/** Creates a contestant with nginx in front of the upstream or of our gateway. */
export function createNginxContestant(
  role: NginxRole,
  targetOf: (world: BenchContext) => string,
): Contestant {
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

/** The contestant that all others are compared with: our gateway as shipped. */
export const oursId = 'ours tuned';
