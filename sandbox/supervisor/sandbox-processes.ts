import { fileURLToPath } from 'node:url';
import type { SandboxPorts } from './sandbox-ports.ts';
import { localUrl } from './sandbox-urls.ts';

/** The processes of the sandbox world. */
export type SandboxProcessName =
  | 'chain'
  | 'data-node'
  | 'providers'
  | 'oracle-1'
  | 'oracle-2'
  | 'oracle-3';

/** Environment variables of one process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** One process: its entry, its dependencies and its environment. */
export type SandboxProcess = {
  readonly name: SandboxProcessName;
  /** Absolute path of its `main.ts`. */
  readonly file: string;
  readonly dependsOn: readonly SandboxProcessName[];
  /** True for a part that the others can do without for a while: when it dies it is started again. */
  readonly isReplaceable?: boolean;
  readonly env: (ports: SandboxPorts) => Env;
};

/** The processes in the order in which they can be started. */
export const sandboxProcesses: readonly SandboxProcess[] = [
  {
    name: 'chain',
    file: mainOf('chain'),
    dependsOn: [],
    env: (ports) => ({ L3_PORT: `${ports.l3}`, SETTLEMENT_PORT: `${ports.settlement}` }),
  },
  {
    name: 'providers',
    file: mainOf('providers'),
    dependsOn: [],
    env: (ports) => ({ PORT: `${ports.providers}` }),
  },
  {
    name: 'data-node',
    file: mainOf('data-node'),
    dependsOn: ['chain'],
    env: (ports) => ({
      PORT: `${ports.dataNode}`,
      ORACLE_PEERS: ports.oracles.map(localUrl).join(','),
    }),
  },
  oracle(0, 'oracle-1'),
  oracle(1, 'oracle-2'),
  oracle(2, 'oracle-3'),
];

function oracle(index: number, name: SandboxProcessName): SandboxProcess {
  return {
    name,
    file: mainOf('oracle'),
    dependsOn: ['chain'],
    isReplaceable: true,
    env: (ports) => ({
      PORT: `${ports.oracles[index]}`,
      ORACLE_INDEX: `${index}`,
      ORACLE_PEERS: ports.oracles.map(localUrl).join(','),
    }),
  };
}

function mainOf(folder: string): string {
  return fileURLToPath(new URL(`../${folder}/main.ts`, import.meta.url));
}
