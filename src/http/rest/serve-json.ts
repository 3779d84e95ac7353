import { andThen } from '../../core/and-then.ts';
import type { Freshness } from '../../core/cache/freshness.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { cacheControl, type PolicyName, policies } from '../../core/policies.ts';
import type { RouteTimes } from '../../core/telemetry.ts';
import type { AnswerCache, Question } from '../answers/answer-cache.ts';
import type { MadeAnswer } from '../answers/answerer.ts';
import { encodeAnswer } from '../answers/encoded-answer.ts';
import type { HeaderBlock } from '../answers/headers.ts';
import type { MakeOnce, ReadyAnswer } from '../answers/make-once.ts';
import type { JsonRoute } from '../route.ts';

/** What the JSON door needs of a request's context. */
export type AnswerContext = {
  readonly reader: { readonly freshness: Freshness };
  readonly requestId: string;
};

export type JsonDoor = {
  readonly answers: AnswerCache;
  readonly makeOnce: MakeOnce;
  /** What all answers of the door say. */
  readonly headers: HeaderBlock;
};

/** A request that has found its JSON route, with its parameters. */
export type JsonCall<C> = {
  readonly route: JsonRoute<C>;
  readonly times: RouteTimes;
  readonly input: Record<string, unknown>;
  /** How the request was spelled, to know it again; null when it is out of the ordinary. */
  readonly spelling: string | null;
  readonly context: C;
  readonly send: (made: MadeAnswer) => void | Promise<void>;
};

/**
 * Answers one JSON route: from the encoded answers when one is fresh, else from the handler.
 * `Cache-Control` comes from the route's policy, `Age` from its oldest value. What is at hand is
 * answered at once, and what has to be waited for goes through no `async` functions around each
 * other: a read that misses takes 82 µs of CPU like this instead of 90 (least of eleven windows
 * each, in one run).
 *
 * @throws what the handler throws, at once or by the promise.
 */
export function serveJson<C extends AnswerContext>(
  call: JsonCall<C>,
  door: JsonDoor,
): void | Promise<void> {
  const { route, input, spelling, context } = call;
  const { answers, makeOnce } = door;
  const { requestId } = context;
  const { policy } = route;
  if (policy === 'no-store') {
    return andThen<unknown, void>(route.handle(input as never, context), (body) => {
      const made = encode(call, door, body, 'no-store');
      const nobodys = { door: 'rest', oldest: null, outcome: null } as const;
      return call.send({ answer: made, ...nobodys, requestId });
    });
  }
  const question = { key: `${route.path} ${canonicalJson(input)}`, spelling };
  const send = (ready: ReadyAnswer) => {
    const { answer: made, oldest, outcome } = ready;
    return call.send({ answer: made, door: ready.door, oldest, outcome, requestId });
  };
  const kept = answers.get(question);
  if (kept) return send({ ...kept, outcome: 'HIT' });
  return andThen(
    makeOnce(question, () => make(call, door, { question, policy })),
    send,
  );
}

function make<C extends AnswerContext>(
  call: JsonCall<C>,
  door: JsonDoor,
  { question, policy }: { readonly question: Question; readonly policy: PolicyName },
): ReadyAnswer | Promise<ReadyAnswer> {
  const { route, times, input, context } = call;
  return andThen<unknown, ReadyAnswer>(route.handle(input as never, context), (body) => {
    const freshness = context.reader.freshness.summary();
    const row = policies[freshness.degraded ? 'degraded' : policy];
    const control = route.cacheControl?.(body) ?? cacheControl(row);
    const answer = encode(call, door, body, control);
    door.answers.keep(question, { answer, door: 'rest', times, freshness });
    return { answer, door: 'rest', oldest: freshness.oldest, outcome: freshness.outcome };
  });
}

function encode<C>({ route }: JsonCall<C>, door: JsonDoor, body: unknown, cacheControl: string) {
  return encodeAnswer(JSON.stringify(body), {
    shared: door.headers,
    contentType: 'application/json; charset=utf-8',
    cacheControl,
    hasEtag: route.method === 'GET',
  });
}
