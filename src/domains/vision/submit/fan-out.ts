import { setTimeout as sleep } from 'node:timers/promises';
import type { Millis } from '../../../lib/units.ts';
import { isFinalState, type OracleSubmissionState } from './submission.ts';
import { isVerdictSettled } from './submission-verdict.ts';

/** One round through all oracles, which goes on after its outcome is known. */
export type FanOut = {
  /** What each oracle said when the outcome was clear, or the time was over. */
  readonly settled: Promise<readonly OracleSubmissionState[]>;
  /** Resolves to an oracle's last word; an attempt under way when all was settled is waited for. */
  readonly completed: (oracle: number) => Promise<OracleSubmissionState>;
};

/** Before an oracle that gave no final answer is asked again. */
const pause: Millis = 500;

/**
 * Asks every oracle at once, and those without a final answer again and again until the outcome
 * is settled or `limit` has passed. Nobody is asked any more after that.
 */
export function fanOut(options: {
  readonly oracles: number;
  /** One attempt, with a deadline of its own; never rejects. */
  readonly attempt: (oracle: number) => Promise<OracleSubmissionState>;
  readonly limit: Millis;
  /** Fires when the service stops: what is known then is the outcome. */
  readonly shutdownSignal: AbortSignal;
}): FanOut {
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

  async function ask(oracle: number): Promise<OracleSubmissionState> {
    for (;;) {
      const state = await attempt(oracle);
      states[oracle] = state;
      if (isVerdictSettled(states)) settle();
      if (isFinalState(state) || over.signal.aborted) return state;
      // The pause ends early when all is settled; then nobody is asked again.
      await sleep(pause, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return state;
    }
  }

  const words = states.map((_, oracle) => ask(oracle));
  if (shutdownSignal.aborted) settle();
  return {
    settled: settled.promise,
    completed: (oracle) => words[oracle] ?? Promise.resolve('waiting'),
  };
}
