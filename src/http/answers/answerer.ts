import type { IncomingMessage, ServerResponse } from 'node:http';
import { andThen } from '../../core/and-then.ts';
import type { CacheOutcome } from '../../core/cache/cached.ts';
import type { Clock } from '../../core/clock.ts';
import { type PendingResponses, smallResponse } from '../../core/limits/pending-responses.ts';
import type { Door, Telemetry } from '../../core/telemetry.ts';
import type { Millis } from '../../core/units.ts';
import type { Asked } from '../asked.ts';
import type { FromClient } from '../client.ts';
import type { EncodedAnswer, Form } from './encoded-answer.ts';
import { holdBody } from './hold-body.ts';
import type { ResponseRoom } from './prepared-head.ts';
import { bestForm, prepare, sendAnswer } from './send-answer.ts';

/** An answer on its way out: kept from before or made for this request. */
export type MadeAnswer = {
  readonly answer: EncodedAnswer;
  readonly door: Door;
  /** What its age counts from; null when nothing in it is kept. */
  readonly oldest: Millis | null;
  /** How it was come by; null for what is nobody else's. */
  readonly outcome: CacheOutcome | null;
  readonly requestId: string;
};

type ReadyAnswer = ReturnType<typeof prepare>;

/**
 * Sends the answers of both doors, whether made or kept: the one place that says `Age` and `X-Cache`.
 *
 * All throw a `RateLimitedError` or `BusyError` when a large response finds no room (`PendingResponses`).
 */
export type Answerer = {
  readonly send: (
    request: IncomingMessage,
    response: ServerResponse,
    made: MadeAnswer,
  ) => void | Promise<void>;
  /** The answer ready for a connection that goes on; null while its form is being made. */
  readonly prepare: (asked: Asked & FromClient, made: MadeAnswer) => ReadyAnswer | null;
  /** The same, when its form is made. */
  readonly prepareInTime: (
    asked: Asked & FromClient,
    made: MadeAnswer,
  ) => ReadyAnswer | Promise<ReadyAnswer>;
};

/** An answerer that counts what it sends. */
export function createAnswerer(options: {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Where what clients have not taken is counted. */
  readonly pending: PendingResponses;
  readonly addressOf: (request: FromClient) => string;
}): Answerer {
  const { clock, telemetry, pending, addressOf } = options;
  const ages = {
    rest: telemetry.answerAges.labels('rest'),
    graphql: telemetry.answerAges.labels('graphql'),
  };
  /** Counts a sending, and tells what it says. */
  const tell = ({ door, oldest, outcome, requestId }: MadeAnswer) => {
    if (outcome === null) return ['X-Request-Id', requestId];
    telemetry.answerReads.add(door, outcome);
    if (oldest === null) return ['X-Request-Id', requestId, 'X-Cache', outcome];
    const age = Math.max(0, Math.floor((clock.now() - oldest) / 1000));
    ages[door].observe(age);
    return ['X-Request-Id', requestId, 'X-Cache', outcome, 'Age', String(age)];
  };
  /** Room for a large body; undefined for others. */
  const roomFor = (asked: FromClient, form: Form): ResponseRoom | undefined => {
    if (form.body.length <= smallResponse) return undefined;
    const client = addressOf(asked);
    return {
      admit: () => pending.admit(client),
      hold: (body) => holdBody(pending, client, body),
    };
  };
  const prepareForm = (asked: Asked & FromClient, made: MadeAnswer, form: Form) =>
    prepare(asked, { answer: made.answer, form, room: roomFor(asked, form), more: tell(made) });
  return {
    send: (request, response, made) =>
      sendAnswer(request, response, {
        answer: made.answer,
        roomFor: (form) => roomFor(request, form),
        more: tell(made),
      }),
    prepare: (asked, made) => {
      const form = bestForm(asked, made.answer);
      return form instanceof Promise ? null : prepareForm(asked, made, form);
    },
    prepareInTime: (asked, made) =>
      andThen(bestForm(asked, made.answer), (form) => prepareForm(asked, made, form)),
  };
}
