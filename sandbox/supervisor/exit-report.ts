import { constants } from 'node:os';

/** How a child process ended, and the last words it wrote to stderr. */
export type ExitReport = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the process could not be spawned at all; `null` when it ran. */
  readonly spawnError: string | null;
  /** Oldest first, at most 20. */
  readonly lastLines: readonly string[];
};

/** A child process ended, or never became ready, without being asked to. */
export class ChildFailedError extends Error {
  override readonly name = 'ChildFailedError';
  readonly child: string;
  /** The exit code for a process that ends because of this. */
  readonly exitCode: number;

  constructor(child: string, what: string, report: Partial<ExitReport> = {}) {
    const { lastLines = [] } = report;
    super([`${child} ${what}`, ...lastLines.map((line) => `  ${line}`)].join('\n'));
    this.child = child;
    this.exitCode = failureCodeOf(report);
  }
}

/**
 * The exit code by which a parent reports that its child failed: the child's own, 128 + the signal's
 * number when a signal killed it (137 for SIGKILL, 143 for SIGTERM), 1 when it has none or ended with 0.
 */
export function failureCodeOf({ code, signal }: Partial<ExitReport>): number {
  return signal ? 128 + constants.signals[signal] : code || 1;
}

/** Says how a process ended: `exited with code 1`, `was killed by SIGKILL`. */
export function describeExit(report: ExitReport): string {
  if (report.spawnError !== null) return `could not be started (${report.spawnError})`;
  if (report.signal !== null) return `was killed by ${report.signal}`;
  return `exited with code ${report.code}`;
}
