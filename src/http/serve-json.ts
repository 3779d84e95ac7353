import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Freshness } from '../core/cache/freshness.ts';
import { canonicalJson } from '../core/canonical-json.ts';
import type { Clock } from '../core/clock.ts';
import { cacheControl, policies } from '../core/policies.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { AnswerCache } from './answer-cache.ts';
import { encodeAnswer, writeAnswer } from './encoded-answer.ts';
import type { JsonRoute } from './route.ts';

/** What the JSON door needs of a request's context. */
export type AnswerContext = { readonly reader: { readonly freshness: Freshness } };

export type JsonDoor = {
  readonly answers: AnswerCache;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
};

/**
 * Answers one JSON route: from the encoded answers when one is fresh, else from the handler. Sets
 * `Cache-Control` by the route's policy, `Age` by its oldest value, and `X-Cache`.
 */
export async function serveJson<C extends AnswerContext>(options: {
  readonly route: JsonRoute<C>;
  readonly input: Record<string, unknown>;
  readonly context: C;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly door: JsonDoor;
}): Promise<void> {
  const { route, input, context, request, response, door } = options;
  const { answers, clock, telemetry } = door;
  const age = (oldest: number) => Math.max(0, Math.floor((clock.now() - oldest) / 1000));
  const key = `${route.path} ${canonicalJson(input)}`;
  const reusable = route.policy !== 'no-store';

  const kept = reusable ? answers.get(key) : undefined;
  if (kept) {
    telemetry.answerReads.inc({ door: 'rest', outcome: 'HIT' });
    response.setHeader('Cache-Control', kept.cacheControl);
    response.setHeader('Age', age(kept.oldest));
    response.setHeader('X-Cache', 'HIT');
    return writeAnswer(request, response, kept.answer);
  }

  const body = await route.handle(input as never, context);
  const freshness = context.reader.freshness.summary();
  const control =
    route.policy === 'no-store'
      ? 'no-store'
      : (route.cacheControl?.(body) ??
        cacheControl(policies[freshness.degraded ? 'degraded' : route.policy]));
  response.setHeader('Cache-Control', control);
  if (reusable) response.setHeader('X-Cache', freshness.outcome);
  if (reusable && freshness.oldest !== null) response.setHeader('Age', age(freshness.oldest));
  const answer = encodeAnswer(JSON.stringify(body), 'application/json; charset=utf-8');
  if (reusable) {
    telemetry.answerReads.inc({ door: 'rest', outcome: freshness.outcome });
    answers.keep(key, { answer, cacheControl: control, freshness });
  }
  return writeAnswer(request, response, answer);
}
