import type {
  OracleAnswerState,
  SubmitBitmapError,
  SubmitBitmapErrorCode,
  SubmitBitmapInput,
  SubmitBitmapPayload,
} from '../../../../generated/graphql/resolvers.ts';
import { logServerError } from '../../../http/error-response.ts';
import {
  type GatewayError,
  InvalidInputError,
  RateLimitedError,
  toGatewayError,
} from '../../../lib/errors.ts';
import { parseBytes32 } from '../../../lib/units.ts';
import { parseWallet } from '../../parse-wallet.ts';
import { parseBatchId, visionRestToGraphQLTranslator } from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import { parseBitmap } from '../submit/bitmap.ts';
import type { SubmissionQuorumResult } from '../submit/bitmap-submission-service.ts';
import { isFinalSubmissionState, type OracleSubmissionState } from '../submit/oracle-submission.ts';
import type { SubmissionVerdict } from '../submit/submission-verdict.ts';
import {
  ExpectedHashMismatchError,
  submitBitmap,
  toOracleResults,
  toSubmissionError,
} from '../submit/submit-bitmap.ts';

/** The result of the mutation; its batch is loaded on demand. */
export type SubmitBitmapPayloadParent = Omit<SubmitBitmapPayload, 'batch'> & {
  readonly batchId: number | null;
};

/** Suggested seconds until a retry: after that time an oracle has read a join from the chain. */
const joinLag = 6;
const outagePause = 5;

/** An invalid argument. No oracle was called. */
class ArgumentError extends InvalidInputError {
  readonly userError: SubmitBitmapError;
  constructor(code: SubmitBitmapErrorCode, field: string, message: string) {
    super(message);
    const translated = visionRestToGraphQLTranslator.translate(message);
    this.userError = { code, message: translated, field: ['input', field], retryAfter: null };
  }
}

/** Runs a check and turns its error into a user error of the argument. */
function check<T>(code: SubmitBitmapErrorCode, field: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new ArgumentError(code, field, error.message);
    throw error;
  }
}

function checked(input: SubmitBitmapInput) {
  const player = check('INVALID_PLAYER', 'player', () => parseWallet(input.player, 'player'));
  const batchId = check('INVALID_BATCH', 'batchId', () => parseBatchId(input.batchId, 'batchId'));
  if (batchId === null) throw new ArgumentError('BATCH_NOT_FOUND', 'batchId', 'batch not found');
  const bitmap = check('INVALID_BITMAP', 'bitmap', () => parseBitmap(input.bitmap));
  const expectedHash = parseBytes32(input.expectedHash);
  if (!expectedHash) {
    const message = 'expectedHash must be 0x followed by 64 hex digits';
    throw new ArgumentError('INVALID_HASH', 'expectedHash', message);
  }
  return { player, batchId, bitmap, expectedHash, waitForAll: input.waitForAll ?? false };
}

const codes: Record<Exclude<SubmissionVerdict, 'accepted'>, SubmitBitmapErrorCode> = {
  'hash-mismatch': 'HASH_MISMATCH',
  refused: 'REFUSED',
  'player-unknown': 'PLAYER_NOT_FOUND',
  'batch-unknown': 'BATCH_NOT_FOUND',
  'no-quorum': 'QUORUM_NOT_REACHED',
};

function userErrorsOf(outcome: SubmissionQuorumResult): readonly SubmitBitmapError[] {
  const failure = toSubmissionError(outcome);
  if (!failure || outcome.verdict === 'accepted') return [];
  const code = codes[outcome.verdict];
  const retries: Partial<Record<SubmitBitmapErrorCode, number>> = {
    PLAYER_NOT_FOUND: joinLag,
    QUORUM_NOT_REACHED: outagePause,
  };
  return [{ code, message: failure.message, field: null, retryAfter: retries[code] ?? null }];
}

function toUserError(error: GatewayError): SubmitBitmapError {
  const message = visionRestToGraphQLTranslator.translate(error.message);
  if (error instanceof ArgumentError) return error.userError;
  if (error instanceof ExpectedHashMismatchError) {
    const field = ['input', 'expectedHash'];
    return { code: 'HASH_MISMATCH', message, field, retryAfter: null };
  }
  if (error instanceof RateLimitedError) {
    return { code: 'BUSY', message, field: null, retryAfter: error.retryAfter };
  }
  return { code: 'FAILED', message, field: null, retryAfter: outagePause };
}

/** An oracle that lags behind the chain gets the bitmap of a quorum in the background. */
function toAnswerState(state: OracleSubmissionState, hasQuorum: boolean): OracleAnswerState {
  if (state === 'accepted') return 'ACCEPTED';
  const hasNoAnswer = state === 'waiting' || state === 'unavailable';
  return hasNoAnswer || (hasQuorum && !isFinalSubmissionState(state)) ? 'WAITING' : 'REFUSED';
}

/** Submits a bitmap. Every failure becomes a user error in the payload, not a GraphQL error. */
export async function submitBitmapMutation(
  input: SubmitBitmapInput,
  context: VisionContext,
): Promise<SubmitBitmapPayloadParent> {
  const nothing = { accepted: false, acceptedCount: 0, quorum: 0, oracles: [], batchId: null };
  try {
    const submission = checked(input);
    const outcome = await submitBitmap(submission, context);
    const accepted = outcome.verdict === 'accepted';
    return {
      accepted,
      acceptedCount: outcome.acceptedCount,
      quorum: outcome.quorum,
      oracles: toOracleResults(outcome.states).map((result, index) => ({
        error: null,
        ...result,
        state: toAnswerState(outcome.states[index] ?? 'waiting', accepted),
      })),
      batchId: submission.batchId,
      userErrors: userErrorsOf(outcome),
    };
  } catch (thrown) {
    const error = toGatewayError(thrown);
    logServerError(error, context.log, context);
    return { ...nothing, userErrors: [toUserError(error)] };
  }
}
