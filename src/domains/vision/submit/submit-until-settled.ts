import { setTimeout as sleep } from 'node:timers/promises';
import type { Millis } from '../../../lib/units.ts';
import { isFinalSubmissionState, type OracleSubmissionState } from './oracle-submission.ts';
import { isSubmissionVerdictSettled } from './submission-verdict.ts';

/** One submission to all oracles, which may continue after its outcome is settled. */
export type OngoingSubmission = ReturnType<typeof submitUntilVerdictSettled>;

/** Pause before an oracle without a final state is called again. */
const pause: Millis = 500;

/**
 * Calls all oracles in parallel, and those without a final state again until the outcome is
 * settled, `limit` has passed or the process shuts down.
 */
export function submitUntilVerdictSettled(options: {
  readonly oracles: number;
  /** Makes one attempt, with its own deadline. Never rejects. */
  readonly attempt: (oracle: number) => Promise<OracleSubmissionState>;
  readonly limit: Millis;
  /** Aborts on shutdown; the states known at that time are the outcome. */
  readonly shutdownSignal: AbortSignal;
}) {
  const { oracles, attempt, limit, shutdownSignal } = options;
  const states: OracleSubmissionState[] = Array.from({ length: oracles }, () => 'waiting');
  const over = new AbortController();
  const settled = Promise.withResolvers<readonly OracleSubmissionState[]>();
  const settle = () => {
    if (over.signal.aborted) return;
    settled.resolve([...states]);
    over.abort();
    clearTimeout(timer);
    shutdownSignal.removeEventListener('abort', settle);
  };
  const timer = setTimeout(settle, limit);
  shutdownSignal.addEventListener('abort', settle, { once: true });

  async function callUntilFinal(oracle: number): Promise<OracleSubmissionState> {
    for (;;) {
      const state = await attempt(oracle);
      states[oracle] = state;
      if (isSubmissionVerdictSettled(states)) settle();
      if (isFinalSubmissionState(state) || over.signal.aborted) return state;
      // `settle` ends the pause early.
      await sleep(pause, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return state;
    }
  }

  const calls = states.map((_, oracle) => callUntilFinal(oracle));
  if (shutdownSignal.aborted) settle();
  return {
    /** Each oracle's state when the outcome is settled or the time limit has passed. */
    settled: settled.promise,
    /** Resolves to an oracle's last state, after an attempt that was in progress has ended. */
    completed: async (oracle: number): Promise<OracleSubmissionState> => calls[oracle] ?? 'waiting',
  };
}
