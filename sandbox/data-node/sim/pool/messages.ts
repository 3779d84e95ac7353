import type { RunParameters } from '../../engine/parameters/run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import type { RunJson } from '../store/run-json.ts';

/** What a worker thread is started with. */
export type WorkerSetup = {
  readonly market: PreparedMarket;
  /** File of runs. */
  readonly storePath: string;
  /** Rest after every report of progress, milliseconds: makes short runs long enough to watch. */
  readonly paceMs: number;
};

/** A run for a worker thread; one at a time. */
export type RunTask = {
  readonly parameters: RunParameters;
  /** One 32-bit integer, shared: 1 stops the run. */
  readonly stop: Int32Array;
};

/** What a worker thread reports about its run; `failed` and `done` end it. */
export type RunReport =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'done'; readonly run: ComputedRun }
  | { readonly kind: 'refused'; readonly status: 400 | 404; readonly message: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly detail: string };

/** How far a run is. */
export type RunProgress = {
  /** 0 to 100; 100 on the last day alone. */
  readonly pct: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Number of days of the whole run. */
  readonly totalDays: number;
};

/** A finished run, already in the file of runs. */
export type ComputedRun = {
  readonly texts: RunJson;
  /** Milliseconds of computation, at least 1. */
  readonly computedInMs: number;
};
