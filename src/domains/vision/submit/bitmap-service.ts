import { createHash } from 'node:crypto';
import { Gauge } from 'prom-client';
import type { ServiceDeps } from '../../../context.ts';
import { InternalError, OverloadedError } from '../../../lib/errors.ts';
import { openStateFile } from '../../../lib/sqlite-state-file.ts';
import type { Millis } from '../../../lib/units.ts';
import type { Telemetry } from '../../../telemetry.ts';
import { matchesSubject, type OracleLag } from '../../../upstreams/index.ts';
import { batchLagSubject } from '../oracle-api/fetch-batch.ts';
import { type DeliveryJournal, openDeliveryJournal } from './delivery-journal.ts';
import { type FanOut, fanOut } from './fan-out.ts';
import { createDeliveryRetrier } from './retry-deliveries.ts';
import {
  isFinalState,
  type OracleSubmissionState,
  parseOracleResponse,
  type Submission,
  toOracleRequestBody,
} from './submission.ts';
import { decideVerdict, quorumSize, type SubmissionVerdict } from './submission-verdict.ts';

/** What became of a submission. */
export type SubmissionOutcome = {
  readonly verdict: SubmissionVerdict;
  /** Of each oracle, in the configured order. */
  readonly states: readonly OracleSubmissionState[];
  readonly acceptedCount: number;
  readonly quorum: number;
};

/** Submissions as a part of the gateway: they go on after their answer, and after a restart. */
export type BitmapService = {
  /** @throws {BusyError} too many are under way. {InternalError} it cannot be kept for all oracles. */
  readonly submit: (submission: Submission) => Promise<SubmissionOutcome>;
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
  const { config, clock, log, telemetry, cache, upstreams, cluster, shutdownSignal } = deps;
  const { all } = upstreams.oracles;
  const lags = cluster?.shareOracleLags(upstreams.oracles.lags) ?? upstreams.oracles.lags;
  const targets = config.oracleUrls.map((url) =>
    createHash('sha256').update(url).digest('hex').slice(0, 32),
  );
  const journal = openStateFile(config, 'bitmaps.sqlite', (path) =>
    openDeliveryJournal(path, clock),
  );
  watchJournal(journal, telemetry);
  const closing = new AbortController();
  let underWay = 0;

  async function attempt(oracle: number, submission: Submission): Promise<OracleSubmissionState> {
    try {
      const { player, batchId } = submission;
      const isAsked = matchesSubject({ batch_id: batchId, player });
      const limits = { signal: closing.signal, timeout: attemptLimit, isAsked };
      const client = all[oracle];
      const response = await client?.post(
        '/vision/bitmap',
        toOracleRequestBody(submission),
        limits,
      );
      return response ? parseOracleResponse(response) : 'unavailable';
    } catch {
      // Whatever kept it from answering, it has not accepted; the guard's metrics count it.
      return 'unavailable';
    }
  }

  /** Whoever has been told that it is accepted is to see it: reads go to oracles that have it. */
  function noteWord(oracle: number, submission: Submission, state: OracleSubmissionState): void {
    if (isFinalState(state)) lags.resolve(lagOf(oracle, submission));
    else lags.record(lagOf(oracle, submission));
  }

  /** Whoever submitted sees it when they look next. */
  async function forgetState({ batchId }: Submission, states: readonly OracleSubmissionState[]) {
    if (!states.includes('accepted')) return;
    await Promise.all([
      cache.invalidate('batchState', String(batchId)),
      // An accepted bitmap is of a player who has joined, and may have been unknown before.
      cache.invalidate('absence', 'balance'),
    ]);
  }

  /**
   * An accepted bitmap goes to the oracles that lack it, whatever becomes of this process.
   *
   * @throws {InternalError} the journal does not take it, unless they turn out to need nothing more.
   */
  async function carryOn(
    round: FanOut,
    submission: Submission,
    states: readonly OracleSubmissionState[],
  ) {
    for (const [oracle, state] of states.entries()) {
      // What is submitted anew is the latest again.
      lags.resolve(lagOf(oracle, submission));
      noteWord(oracle, submission, state);
    }
    const lacking = states.flatMap((state, oracle) => (isFinalState(state) ? [] : [oracle]));
    if (lacking.length === 0) return;
    const nameOf = (oracle: number) => targets[oracle] ?? '';
    try {
      journal.add(submission, lacking.map(nameOf), firstRetry);
    } catch (error) {
      const last = await Promise.all(lacking.map(round.completed));
      if (!last.every(isFinalState)) throw new InternalError(notNoted, { cause: error });
      log.warn({ err: error }, 'the journal takes no bitmaps');
    }
    for (const oracle of lacking) {
      void round
        .completed(oracle)
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

  const retries = createDeliveryRetrier({
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
      if (underWay >= maxUnderWay) throw new OverloadedError('too many bitmaps are under way', 5);
      underWay += 1;
      try {
        const round = fanOut({
          oracles: all.length,
          attempt: (oracle) => attempt(oracle, submission),
          limit: roundLimit,
          shutdownSignal,
        });
        const states = await round.settled;
        const verdict = decideVerdict(states);
        if (verdict === 'accepted') await carryOn(round, submission, states);
        // What was just read of those that lack it is forgotten with the rest.
        await forgetState(submission, states);
        const acceptedCount = states.filter((state) => state === 'accepted').length;
        return { verdict, states, acceptedCount, quorum: quorumSize(all.length) };
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
function watchJournal(journal: DeliveryJournal, { registry }: Telemetry): void {
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
const lagOf = (oracle: number, { batchId, player, hash }: Submission): OracleLag => {
  return { oracle, subject: batchLagSubject(batchId), item: `${player.toLowerCase()} ${hash}` };
};
