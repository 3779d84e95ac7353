import { fileURLToPath } from 'node:url';
import type { SandboxPorts } from './sandbox-ports.ts';
import { formatLocalUrl } from './sandbox-urls.ts';

/** Names of the sandbox's processes. */
export type SandboxProcessName =
  | 'chain'
  | 'data-node'
  | 'providers'
  | 'oracle-1'
  | 'oracle-2'
  | 'oracle-3';

/** Environment variables of one process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A process of the sandbox: its entry file, its dependencies and its environment. */
export type SandboxProcess = {
  readonly name: SandboxProcessName;
  /** Absolute path of its `main.ts`. */
  readonly file: string;
  readonly dependsOn: readonly SandboxProcessName[];
  /**
   * Whether the process is restarted after an exit, because the others can run without it for a
   * while.
   */
  readonly isRestartable?: boolean;
  readonly env: (ports: SandboxPorts) => Env;
};

/** The processes in the order in which they are started. */
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
      ORACLE_PEERS: ports.oracles.map(formatLocalUrl).join(','),
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
    isRestartable: true,
    env: (ports) => ({
      PORT: `${ports.oracles[index]}`,
      ORACLE_INDEX: `${index}`,
      ORACLE_PEERS: ports.oracles.map(formatLocalUrl).join(','),
    }),
  };
}

function mainOf(folder: string): string {
  return fileURLToPath(new URL(`../${folder}/main.ts`, import.meta.url));
}
