import { Worker } from 'node:worker_threads';
import { InvalidRunError } from '../../engine/parameters/invalid-run-error.ts';
import type { RunParameters } from '../../engine/parameters/run-parameters.ts';
import type { ComputedRun, RunProgress, RunReport, RunTask, WorkerSetup } from './messages.ts';

/** A run that a worker thread computes or will compute. */
export type PoolTask = {
  /**
   * Rejects with InvalidRunError if the run has nothing to compute; with PoolError if the run was
   * cancelled, the pool is full or closed, or the engine failed.
   */
  readonly done: Promise<ComputedRun>;
  /** Stops the computation before the next day of its loop. */
  readonly cancel: () => void;
};

export type PoolJob = {
  readonly parameters: RunParameters;
  readonly onProgress: (progress: RunProgress) => void;
};

/** Worker threads that run backtests, so that they do not block the event loop. */
export type SimPool = {
  readonly start: (job: PoolJob) => PoolTask;
  /** Stops all runs and ends the threads. */
  readonly close: () => Promise<void>;
};

/** A run ended without a result. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly reason: 'full' | 'cancelled' | 'failed';

  constructor(reason: 'full' | 'cancelled' | 'failed', message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Maximum number of runs that wait for a thread. */
const MAX_WAITING = 256;

export type PoolOptions = WorkerSetup & {
  readonly threads: number;
  /** Receives failures of the engine. */
  readonly logError: (text: string) => void;
};

type Assignment = PoolJob & {
  readonly stop: Int32Array;
  readonly outcome: PromiseWithResolvers<ComputedRun>;
};

/** Starts the threads. They share the arrays of the market without copies. */
export function createSimPool({ threads, logError, ...setup }: PoolOptions): SimPool {
  const waiting: Assignment[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Assignment>();
  let closed = false;

  function hire(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: setup });
    worker.on('message', (report: RunReport) => take(worker, report));
    worker.on('error', (error) => logError(`simulation thread: ${String(error)}\n`));
    worker.on('exit', () => onExit(worker));
    idle.push(worker);
  }

  function onExit(worker: Worker): void {
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
    busy.get(worker)?.outcome.reject(new PoolError('failed', 'simulation failed'));
    busy.delete(worker);
    // A thread that exits while idle is not replaced now, because it might exit again; the next run
    // starts a new one.
    assign();
  }

  function take(worker: Worker, report: RunReport): void {
    const job = busy.get(worker);
    if (job === undefined) return;
    if (report.kind === 'progress') {
      if (Atomics.load(job.stop, 0) === 0) job.onProgress(report.progress);
      return;
    }
    busy.delete(worker);
    idle.push(worker);
    if (report.kind === 'failed') logError(`simulation: ${report.detail}\n`);
    if (report.kind === 'done') job.outcome.resolve(report.run);
    else job.outcome.reject(failureOf(report));
    assign();
  }

  function assign(): void {
    if (closed || waiting.length === 0) return;
    if (idle.length === 0 && busy.size < threads) hire();
    const worker = idle.pop();
    const job = worker === undefined ? undefined : waiting.shift();
    if (worker === undefined || job === undefined) return;
    busy.set(worker, job);
    worker.postMessage({ parameters: job.parameters, stop: job.stop } satisfies RunTask);
    assign();
  }

  function cancel(job: Assignment): void {
    Atomics.store(job.stop, 0, 1);
    Atomics.notify(job.stop, 0);
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    job.outcome.reject(new PoolError('cancelled', 'simulation cancelled'));
  }

  for (let thread = 0; thread < threads; thread += 1) hire();

  return {
    start(job) {
      const stop = new Int32Array(new SharedArrayBuffer(4));
      const assignment = { ...job, stop, outcome: Promise.withResolvers<ComputedRun>() };
      // A caller that cancels a run does not await its result.
      assignment.outcome.promise.catch(() => undefined);
      if (closed || waiting.length >= MAX_WAITING) {
        const reason = closed ? 'closing' : 'too many simulations are waiting, try again later';
        assignment.outcome.reject(new PoolError('full', reason));
      } else {
        waiting.push(assignment);
        assign();
      }
      return { done: assignment.outcome.promise, cancel: () => cancel(assignment) };
    },
    async close() {
      closed = true;
      const workers = [...idle, ...busy.keys()];
      for (const job of [...waiting, ...busy.values()]) cancel(job);
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function failureOf(report: Exclude<RunReport, { readonly kind: 'done' | 'progress' }>): Error {
  if (report.kind === 'refused') return new InvalidRunError(report.status, report.message);
  if (report.kind === 'stopped') return new PoolError('cancelled', 'simulation cancelled');
  return new PoolError('failed', 'simulation failed');
}
