/** How a child process ended, and the last words it wrote to stderr. */
export type ExitReport = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the process could not be spawned at all; `null` when it ran. */
  readonly spawnError: string | null;
  /** Oldest first, at most 20. */
  readonly lastLines: readonly string[];
};

/** A child process ended, or never became ready, although nobody asked it to. */
export class ChildFailedError extends Error {
  override readonly name = 'ChildFailedError';
  readonly child: string;

  constructor(child: string, what: string, lastLines: readonly string[] = []) {
    super([`${child} ${what}`, ...lastLines.map((line) => `  ${line}`)].join('\n'));
    this.child = child;
  }
}

/** Says how a process ended: `exited with code 1`, `was killed by SIGKILL`. */
export function describeExit(report: ExitReport): string {
  if (report.spawnError !== null) return `could not be started (${report.spawnError})`;
  if (report.signal !== null) return `was killed by ${report.signal}`;
  return `exited with code ${report.code}`;
}
