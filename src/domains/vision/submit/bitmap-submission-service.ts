import { createHash } from 'node:crypto';
import { Gauge } from '@prometheus-io/client';
import type { RequestSignalAndIds, ServiceDeps } from '../../../context.ts';
import { InternalError, OverloadedError } from '../../../lib/errors.ts';
import { openStateFile } from '../../../lib/sqlite-file-helpers.ts';
import { createTracedSignal, getSignalTrace } from '../../../lib/trace-context.ts';
import type { Millis } from '../../../lib/units.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { matchesRequestedResource, type OracleLag } from '../../../upstreams/index.ts';
import { oracleLagSubjectOfBatch } from '../oracle-api/fetch-batch.ts';
import {
  isFinalSubmissionState,
  type OracleSubmissionState,
  type Submission,
  toOracleRequestBody,
  toSubmissionState,
} from './oracle-submission.ts';
import { openPendingBitmapJournal, type PendingBitmapJournal } from './pending-bitmap-journal.ts';
import { createDeliveryRetrier } from './retry-deliveries.ts';
import { decideVerdict, quorumSize, type SubmissionVerdict } from './submission-verdict.ts';
import { type OngoingSubmission, submitUntilVerdictSettled } from './submit-until-settled.ts';

/** Result of a submission. */
export type SubmissionQuorumResult = {
  readonly verdict: SubmissionVerdict;
  /** One state per oracle, in the configured order. */
  readonly states: readonly OracleSubmissionState[];
  readonly acceptedCount: number;
  readonly quorum: number;
};

export type BitmapSubmissionService = ReturnType<typeof createBitmapSubmissionService>;

const attemptLimit: Millis = 5000;
/** Time during which oracles are called again while there is no quorum. */
const roundLimit: Millis = 10_000;
/** Delay of the first retry. An attempt that was in progress at the response has ended by then. */
const firstRetry: Millis = attemptLimit + 500;
const maxInProgress = 256;
const journalFailure =
  'the bitmap could not be noted for the oracles that lack it; submit it again';

/**
 * Creates the service that submits bitmaps to all oracles, with its journal of pending deliveries.
 * Deliveries continue after the response and after a restart.
 */
export function createBitmapSubmissionService(deps: ServiceDeps) {
  const { config, clock, log, telemetry, cache, upstreams, cluster, shutdownSignal } = deps;
  const { all } = upstreams.oracles;
  const lags = cluster?.shareOracleLags(upstreams.oracles.lags) ?? upstreams.oracles.lags;
  const targets = config.oracleUrls.map((url) =>
    createHash('sha256').update(url).digest('hex').slice(0, 32),
  );
  const journal = openStateFile(config, 'bitmaps.sqlite', (path) =>
    openPendingBitmapJournal(path, clock),
  );
  exportJournalSize(journal, telemetry);
  const closing = new AbortController();
  let inProgress = 0;

  async function attempt(
    oracle: number,
    submission: Submission,
    signal: AbortSignal,
  ): Promise<OracleSubmissionState> {
    try {
      const { player, batchId } = submission;
      const belongsToRequest = matchesRequestedResource({ batch_id: batchId, player });
      const limits = { signal, timeout: attemptLimit, belongsToRequest };
      const body = toOracleRequestBody(submission);
      const response = await all[oracle]?.post('/vision/bitmap', body, limits);
      return response ? toSubmissionState(response) : 'unavailable';
    } catch {
      // A failed attempt is not an acceptance. The upstream client's metrics count the failure.
      return 'unavailable';
    }
  }

  /** Records whether the oracle lacks the bitmap, so that reads go to oracles that have it. */
  function recordState(oracle: number, submission: Submission, state: OracleSubmissionState): void {
    if (isFinalSubmissionState(state)) lags.resolve(lagOf(oracle, submission));
    else lags.record(lagOf(oracle, submission));
  }

  /** Invalidates cached values, so that the submitter's next read includes the bitmap. */
  async function invalidateBatchState(
    { batchId }: Submission,
    states: readonly OracleSubmissionState[],
  ) {
    if (!states.includes('accepted')) return;
    await Promise.all([
      cache.invalidate('batchState', String(batchId)),
      // The player has joined the batch, so a cached "not found" of the balance is outdated.
      cache.invalidate('absence', 'balance'),
    ]);
  }

  /**
   * Records deliveries of an accepted bitmap to the oracles that lack it.
   *
   * @throws {InternalError} the journal cannot be written, unless all of these oracles reach a
   * final state in this round.
   */
  async function recordPendingDeliveries(
    round: OngoingSubmission,
    submission: Submission,
    states: readonly OracleSubmissionState[],
    requestIds: RequestSignalAndIds['requestIds'],
  ) {
    for (const [oracle, state] of states.entries()) {
      // Removed first, so that the lag of a bitmap that was submitted again is the newest one.
      lags.resolve(lagOf(oracle, submission));
      recordState(oracle, submission, state);
    }
    const lacking = states.flatMap((state, oracle) =>
      isFinalSubmissionState(state) ? [] : [oracle],
    );
    if (lacking.length === 0) return;
    const nameOf = (oracle: number) => targets[oracle] ?? '';
    try {
      journal.add(submission, lacking.map(nameOf), firstRetry);
    } catch (error) {
      const last = await Promise.all(lacking.map(round.completed));
      if (!last.every(isFinalSubmissionState))
        throw new InternalError(journalFailure, { cause: error });
      log.warn({ err: error, ...requestIds }, 'the delivery journal could not be written');
    }
    for (const oracle of lacking) {
      void round
        .completed(oracle)
        .then((state) => {
          recordState(oracle, submission, state);
          if (state === 'accepted' && !closing.signal.aborted) {
            journal.remove(nameOf(oracle), submission);
          }
        })
        // A retry then sends the bitmap again, and the oracle reports that it already has it.
        .catch((error: unknown) =>
          log.warn({ err: error, ...requestIds }, 'a delivered bitmap stays in the journal'),
        );
    }
  }

  const retries = createDeliveryRetrier({
    journal,
    clock,
    log,
    send: async ({ target, submission }) => {
      const oracle = targets.indexOf(target);
      if (oracle < 0) return null;
      const state = await attempt(oracle, submission, closing.signal);
      recordState(oracle, submission, state);
      await invalidateBatchState(submission, [state]);
      return state;
    },
  });

  return {
    /**
     * @param waitForAll - Whether to wait for all oracles after the verdict.
     * @throws {OverloadedError} too many submissions are in progress. {InternalError} pending
     * deliveries cannot be stored.
     */
    submit: async (
      submission: Submission,
      caller: RequestSignalAndIds,
      waitForAll = false,
    ): Promise<SubmissionQuorumResult> => {
      if (inProgress >= maxInProgress)
        throw new OverloadedError('too many bitmaps are under way', 5);
      inProgress += 1;
      const { requestIds } = caller;
      const signal = createTracedSignal(closing.signal, getSignalTrace(caller.signal));
      try {
        const round = submitUntilVerdictSettled({
          oracles: all.length,
          attempt: (oracle) => attempt(oracle, submission, signal),
          limit: roundLimit,
          shutdownSignal,
        });
        const settled = await round.settled;
        // An attempt that is in progress at the verdict ends within its limit.
        const states = waitForAll
          ? await Promise.all(settled.map((_, oracle) => round.completed(oracle)))
          : settled;
        const verdict = decideVerdict(states);
        telemetry.bitmapSubmissions.inc({ outcome: verdict });
        if (verdict === 'accepted')
          await recordPendingDeliveries(round, submission, states, requestIds);
        // Must come after the lags are recorded: reads during the round may have cached old state.
        await invalidateBatchState(submission, states);
        const acceptedCount = states.filter((state) => state === 'accepted').length;
        return { verdict, states, acceptedCount, quorum: quorumSize(all.length) };
      } finally {
        inProgress -= 1;
      }
    },
    /** Starts retrying pending deliveries, including those of an earlier process. */
    start: retries.start,
    close: async () => {
      closing.abort(new DOMException('the service is stopping', 'AbortError'));
      await retries.stop();
      journal.close();
    },
  };
}

function exportJournalSize(journal: PendingBitmapJournal, { registry }: Telemetry): void {
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

/** Returns what an oracle lacks that has no final state for a bitmap yet. */
const lagOf = (oracle: number, { batchId, player, hash }: Submission): OracleLag => {
  return {
    oracle,
    subject: oracleLagSubjectOfBatch(batchId),
    item: `${player.toLowerCase()} ${hash}`,
  };
};
