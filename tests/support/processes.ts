import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells about the processes of others (`/proc`). */
export const canListProcesses = existsSync('/proc/self/environ');

/** A running process: its id and its command line. */
export type RunningProcess = { readonly pid: number; readonly command: string };

/**
 * The processes whose environment contains a text, for example a folder that only one run was told of.
 * Those that have ended but were not yet collected by their parent are left out.
 */
export function processesWith(marker: string): readonly RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'utf8').includes(marker)) return [];
        if (/^State:\s*Z/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), command }];
      } catch {
        // It ended while we looked, or belongs to somebody else.
        return [];
      }
    });
}

/** CPU that a process has used, all threads, ms: the scheduler's count (Linux, schedstats). */
export function cpuMillis(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    .reduce((sum, line) => sum + Number(line.split(' ', 1)[0]) / 1e6, 0);
}

/** Memory that a process holds, bytes. */
export function residentBytes(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Number(pages) * 4096;
}
