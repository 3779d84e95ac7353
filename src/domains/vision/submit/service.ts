import { createHash } from 'node:crypto';
import { Gauge } from 'prom-client';
import type { ServiceDeps } from '../../../context.ts';
import { BusyError, InternalError } from '../../../core/errors.ts';
import { openStateFile } from '../../../core/state/state-file.ts';
import type { Telemetry } from '../../../core/telemetry.ts';
import type { Millis } from '../../../core/units.ts';
import { isAbout, type Lag } from '../../../upstreams/index.ts';
import { stateSubject } from '../oracle/fetch.ts';
import { type FanOut, fanOut } from './fan-out.ts';
import { type Journal, openJournal } from './journal.ts';
import { createRetries } from './retries.ts';
import { isFinal, type OracleState, readAnswer, type Submission, toWire } from './submission.ts';
import { judge, quorumOf, type Verdict } from './verdict.ts';

/** What became of a submission. */
export type Outcome = {
  readonly verdict: Verdict;
  /** Of each oracle, in the configured order. */
  readonly states: readonly OracleState[];
  readonly acceptedCount: number;
  readonly quorum: number;
};

/** Submissions as a part of the gateway: they go on after their answer, and after a restart. */
export type BitmapService = {
  /** @throws {BusyError} too many are under way. {InternalError} it cannot be kept for all oracles. */
  readonly submit: (submission: Submission) => Promise<Outcome>;
  /** Takes up what an earlier process left. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

/** Each oracle gets so long to answer (decisions.md 3). */
const attemptLimit: Millis = 5000;
/** Below quorum oracles are asked again for so long. */
const roundLimit: Millis = 10_000;
/** An attempt that was under way at the answer has ended by then. */
const firstRetry: Millis = attemptLimit + 500;
const maxUnderWay = 256;
const notNoted = 'the bitmap could not be noted for the oracles that lack it; submit it again';

/** Creates the fan-out to all oracles with its journal of what is still to be delivered. */
export function createBitmapService(deps: ServiceDeps): BitmapService {
  const { config, clock, log, telemetry, cache, upstreams, replicas, drain } = deps;
  const { all } = upstreams.oracles;
  const lags = replicas?.shareLags(upstreams.oracles.lags) ?? upstreams.oracles.lags;
  const targets = config.oracleUrls.map((url) =>
    createHash('sha256').update(url).digest('hex').slice(0, 32),
  );
  const journal = openStateFile(config, 'bitmaps.sqlite', (path) => openJournal(path, clock));
  watchJournal(journal, telemetry);
  const closing = new AbortController();
  let underWay = 0;

  async function attempt(oracle: number, submission: Submission): Promise<OracleState> {
    try {
      const { player, batchId } = submission;
      const isAsked = isAbout({ batch_id: batchId, player });
      const limits = { signal: closing.signal, timeout: attemptLimit, isAsked };
      const client = all[oracle];
      const answer = await client?.post('/vision/bitmap', toWire(submission), limits);
      return answer ? readAnswer(answer) : 'unavailable';
    } catch {
      // Whatever kept it from answering, it has not accepted; the guard's metrics count it.
      return 'unavailable';
    }
  }

  /** Whoever has been told that it is accepted is to see it: reads go to oracles that have it. */
  function noteWord(oracle: number, submission: Submission, state: OracleState): void {
    if (isFinal(state)) lags.end(lagOf(oracle, submission));
    else lags.note(lagOf(oracle, submission));
  }

  /** Whoever submitted sees it when they look next. */
  async function forgetState({ batchId }: Submission, states: readonly OracleState[]) {
    if (!states.includes('accepted')) return;
    await Promise.all([
      cache.forget('batchState', String(batchId)),
      // An accepted bitmap is of a player who has joined, and may have been unknown before.
      cache.forget('absence', 'balance'),
    ]);
  }

  /**
   * An accepted bitmap goes to the oracles that lack it, whatever becomes of this process.
   *
   * @throws {InternalError} the journal does not take it, unless they turn out to need nothing more.
   */
  async function carryOn(round: FanOut, submission: Submission, states: readonly OracleState[]) {
    for (const [oracle, state] of states.entries()) {
      // What is submitted anew is the latest again.
      lags.end(lagOf(oracle, submission));
      noteWord(oracle, submission, state);
    }
    const lacking = states.flatMap((state, oracle) => (isFinal(state) ? [] : [oracle]));
    if (lacking.length === 0) return;
    const nameOf = (oracle: number) => targets[oracle] ?? '';
    try {
      journal.add(submission, lacking.map(nameOf), firstRetry);
    } catch (error) {
      const last = await Promise.all(lacking.map(round.lastWord));
      if (!last.every(isFinal)) throw new InternalError(notNoted, { cause: error });
      log.warn({ err: error }, 'the journal takes no bitmaps');
    }
    for (const oracle of lacking) {
      void round
        .lastWord(oracle)
        .then((word) => {
          noteWord(oracle, submission, word);
          if (word === 'accepted' && !closing.signal.aborted) {
            journal.remove(nameOf(oracle), submission);
          }
        })
        // The retries find it, and that the oracle has it.
        .catch((error: unknown) => log.warn({ err: error }, 'a delivered bitmap stays noted'));
    }
  }

  const retries = createRetries({
    journal,
    clock,
    log,
    send: async ({ target, submission }) => {
      const oracle = targets.indexOf(target);
      if (oracle < 0) return null;
      const state = await attempt(oracle, submission);
      noteWord(oracle, submission, state);
      await forgetState(submission, [state]);
      return state;
    },
  });

  return {
    submit: async (submission) => {
      if (underWay >= maxUnderWay) throw new BusyError('too many bitmaps are under way', 5);
      underWay += 1;
      try {
        const round = fanOut({
          oracles: all.length,
          attempt: (oracle) => attempt(oracle, submission),
          limit: roundLimit,
          drain,
        });
        const states = await round.settled;
        const verdict = judge(states);
        if (verdict === 'accepted') await carryOn(round, submission, states);
        // What was just read of those that lack it is forgotten with the rest.
        await forgetState(submission, states);
        const acceptedCount = states.filter((state) => state === 'accepted').length;
        return { verdict, states, acceptedCount, quorum: quorumOf(all.length) };
      } finally {
        underWay -= 1;
      }
    },
    start: retries.start,
    close: async () => {
      closing.abort(new DOMException('the service is stopping', 'AbortError'));
      await retries.stop();
      journal.close();
    },
  };
}

/** Shows what the journal holds; what a damaged one holds is not known. */
function watchJournal(journal: Journal, { registry }: Telemetry): void {
  new Gauge({
    name: 'gateway_pending_bitmaps',
    help: 'Accepted bitmaps that an oracle does not have yet, counted for each oracle.',
    registers: [registry],
    collect() {
      try {
        this.set(journal.size());
      } catch {
        this.set(Number.NaN);
      }
    },
  });
}

/** What an oracle lacks until it has the last word on a bitmap. */
const lagOf = (oracle: number, { batchId, player, hash }: Submission): Lag => {
  return { oracle, subject: stateSubject(batchId), what: `${player.toLowerCase()} ${hash}` };
};
