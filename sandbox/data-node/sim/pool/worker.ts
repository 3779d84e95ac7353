import { parentPort, workerData } from 'node:worker_threads';
import { InvalidRunError } from '../../engine/parameters/invalid-run-error.ts';
import { type BacktestResult, runBacktest } from '../../engine/run-backtest.ts';
import { createRunWriter } from '../store/run-writer.ts';
import type { RunReport, RunTask, WorkerSetup } from './messages.ts';
import { createProgressMeter } from './progress-meter.ts';
import { warmUpEngine } from './warm-up.ts';

class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

const { market, storePath, paceMs } = workerData as WorkerSetup;
const writer = createRunWriter({ path: storePath, market });
warmUpEngine(market);
const report = (message: RunReport) => parentPort?.postMessage(message);

/**
 * Computes a run.
 *
 * @throws {StoppedError} no request waits for the run any longer.
 */
function compute({ parameters, stop }: RunTask): BacktestResult {
  const meter = createProgressMeter(market);
  return runBacktest({
    market,
    parameters,
    checkpoint(day) {
      const progress = meter(day);
      if (progress !== null) {
        report({ kind: 'progress', progress });
        if (paceMs > 0) Atomics.wait(stop, 0, 0, paceMs);
      }
      if (Atomics.load(stop, 0) === 1) throw new StoppedError();
    },
  });
}

function obey(order: RunTask): RunReport {
  try {
    const begin = performance.now();
    const result = compute(order);
    const durationMs = Math.max(1, Math.round(performance.now() - begin));
    const { parameters } = order;
    const texts = writer.save({ parameters, result, computedAt: new Date(), durationMs });
    return { kind: 'done', run: { texts, computedInMs: durationMs } };
  } catch (error) {
    if (error instanceof StoppedError) return { kind: 'stopped' };
    if (error instanceof InvalidRunError) {
      return { kind: 'refused', status: error.status, message: error.message };
    }
    return { kind: 'failed', detail: error instanceof Error ? `${error.stack}` : String(error) };
  }
}

parentPort?.on('message', (order: RunTask) => report(obey(order)));
