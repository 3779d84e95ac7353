import type { RunParameters } from '../../engine/parameters/run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import type { RunJson } from '../store/run-json.ts';

/** Data with which a worker thread starts. */
export type WorkerSetup = {
  readonly market: PreparedMarket;
  /** Path of the file of runs. */
  readonly storePath: string;
  /**
   * Pause after every progress report in milliseconds, so that the progress of short runs is
   * visible.
   */
  readonly paceMs: number;
};

/** A run that a worker thread computes. A thread gets one at a time. */
export type RunTask = {
  readonly parameters: RunParameters;
  /** One 32-bit integer in shared memory: 1 stops the run. */
  readonly stop: Int32Array;
};

/** Messages of a worker thread about its run. The last one is `failed` or `done`. */
export type RunReport =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'done'; readonly run: ComputedRun }
  | { readonly kind: 'refused'; readonly status: 400 | 404; readonly message: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Progress of a run. */
export type RunProgress = {
  /** 0 to 100; 100 only on the last day. */
  readonly pct: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Number of days of the run. */
  readonly totalDays: number;
};

/** A finished run that has been written to the file of runs. */
export type ComputedRun = {
  readonly texts: RunJson;
  /** Duration of the computation in milliseconds, at least 1. */
  readonly computedInMs: number;
};
