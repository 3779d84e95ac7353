import { constants } from 'node:os';

/** How a child process exited, and its last lines on stderr. */
export type ExitReport = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the process could not be started; `null` if it ran. */
  readonly spawnError: string | null;
  /** Oldest first, at most 20. */
  readonly lastLines: readonly string[];
};

/** A child process exited unexpectedly, or did not become ready. */
export class ChildFailedError extends Error {
  override readonly name = 'ChildFailedError';
  readonly child: string;
  /** Exit code for a parent that exits because of this error. */
  readonly exitCode: number;

  constructor(child: string, what: string, report: Partial<ExitReport> = {}) {
    const { lastLines = [] } = report;
    super([`${child} ${what}`, ...lastLines.map((line) => `  ${line}`)].join('\n'));
    this.child = child;
    this.exitCode = getFailureExitCode(report);
  }
}

/**
 * Returns the exit code with which a parent reports the failure of a child: the child's own code;
 * 128 + the signal's number if a signal killed it (137 for SIGKILL, 143 for SIGTERM); 1 if the
 * child has no code or exited with 0.
 */
export function getFailureExitCode({ code, signal }: Partial<ExitReport>): number {
  return signal ? 128 + constants.signals[signal] : code || 1;
}

/** Describes how a process exited: `exited with code 1`, `was killed by SIGKILL`. */
export function describeExit(report: ExitReport): string {
  if (report.spawnError !== null) return `could not be started (${report.spawnError})`;
  if (report.signal !== null) return `was killed by ${report.signal}`;
  return `exited with code ${report.code}`;
}
