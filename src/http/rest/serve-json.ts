import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Freshness } from '../../core/cache/freshness.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { cacheControl, policies } from '../../core/policies.ts';
import type { RouteTimes } from '../../core/telemetry.ts';
import type { AnswerCache } from '../answers/answer-cache.ts';
import type { Answerer } from '../answers/answerer.ts';
import { encodeAnswer } from '../answers/encoded-answer.ts';
import type { HeaderBlock } from '../answers/headers.ts';
import type { JsonRoute } from '../route.ts';

/** What the JSON door needs of a request's context. */
export type AnswerContext = {
  readonly reader: { readonly freshness: Freshness };
  readonly requestId: string;
};

export type JsonDoor = {
  readonly answers: AnswerCache;
  readonly answer: Answerer;
  /** What all answers of the door say. */
  readonly headers: HeaderBlock;
};

const contentType = 'application/json; charset=utf-8';

/**
 * Answers one JSON route: from the encoded answers when one is fresh, else from the handler.
 * `Cache-Control` comes from the route's policy, `Age` from its oldest value.
 */
export async function serveJson<C extends AnswerContext>(options: {
  readonly route: JsonRoute<C>;
  readonly times: RouteTimes;
  readonly input: Record<string, unknown>;
  /** How the request was spelled, to know it again; null when it is out of the ordinary. */
  readonly spelling: string | null;
  readonly context: C;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly door: JsonDoor;
}): Promise<void> {
  const { route, times, input, spelling, context, request, response, door } = options;
  const { answers, answer, headers: shared } = door;
  const { requestId } = context;
  if (route.policy === 'no-store') {
    const text = JSON.stringify(await route.handle(input as never, context));
    const hasEtag = route.method === 'GET';
    const made = encodeAnswer(text, { shared, contentType, cacheControl: 'no-store', hasEtag });
    const nobodys = { door: 'rest', oldest: null, outcome: null } as const;
    return answer(request, response, { answer: made, ...nobodys, requestId });
  }

  const question = { key: `${route.path} ${canonicalJson(input)}`, spelling };
  const kept = answers.get(question);
  if (kept) return answer(request, response, { ...kept, outcome: 'HIT', requestId });
  const body = await route.handle(input as never, context);
  const freshness = context.reader.freshness.summary();
  const control =
    route.cacheControl?.(body) ??
    cacheControl(policies[freshness.degraded ? 'degraded' : route.policy]);
  const made = {
    answer: encodeAnswer(JSON.stringify(body), {
      shared,
      contentType,
      cacheControl: control,
      hasEtag: route.method === 'GET',
    }),
    door: 'rest',
  } as const;
  answers.keep(question, { ...made, times, freshness });
  const { oldest, outcome } = freshness;
  return answer(request, response, { ...made, oldest, outcome, requestId });
}
