import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Returns the CPU seconds of a process and its descendants: user and kernel time of all threads.
 */
export function cpuSeconds(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + ownCpuSeconds(one), 0);
}

/** Returns the resident memory of a process and its descendants in bytes, now and at the peak. */
export function residentMemory(pid: number): { readonly now: number; readonly peak: number } {
  const family = familyOf(pid).map(statusOf);
  const sum = (name: string) =>
    family.reduce((bytes, status) => bytes + kilobytes(status, name), 0);
  return { now: sum('VmRSS'), peak: sum('VmHWM') };
}

/** Resets the peak of the resident memory. */
export function resetPeakMemory(pid: number): void {
  for (const one of familyOf(pid)) {
    try {
      writeFileSync(`/proc/${one}/clear_refs`, '5');
    } catch {
      // Not permitted on all systems. The peak then counts from the start of the process.
    }
  }
}

/** Returns the ids of a process and its descendants. */
function familyOf(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

/**
 * Reads the CPU time in nanoseconds from the scheduler. If the kernel has no `schedstat`, reads
 * `utime` and `stime` of `/proc/<pid>/stat`, which have a resolution of 10 ms.
 */
function ownCpuSeconds(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
      .reduce((sum, line) => sum + Number(line.split(' ', 1)[0]) / 1e9, 0);
  } catch {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
}

const statusOf = (pid: number): string => readFileSync(`/proc/${pid}/status`, 'utf8');
const kilobytes = (status: string, name: string): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
