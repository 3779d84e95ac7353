import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The core of the server under test. */
export const serverCore = 0;
/**
 * The core of the load generator and the fake upstream; the server's if the machine has only one.
 */
export const loadCore = availableParallelism() > 1 ? 1 : 0;

/** A program from the system's packages. */
export type Tool = 'wrk' | 'nginx' | 'redis-server' | 'taskset' | 'python3';

const packages: Readonly<Record<Tool, string>> = {
  wrk: 'wrk',
  nginx: 'nginx-light',
  'redis-server': 'redis-server',
  taskset: 'util-linux',
  python3: 'python3-numpy',
};

const folders = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin'];

/** Whether a program is installed. */
export function hasTool(tool: Tool): boolean {
  return folders.some((folder) => existsSync(`${folder}/${tool}`));
}

/** Returns a message that names the missing program and its package. */
export function explainMissingTool(tool: Tool): string {
  return `${tool} is not installed (apt-get install ${packages[tool]})`;
}
