import type { Context } from '../context.ts';
import { andThen } from '../core/and-then.ts';
import type { FreshnessSummary } from '../core/cache/freshness.ts';
import { canonicalJson } from '../core/canonical-json.ts';
import { InvalidInputError } from '../core/errors.ts';
import { cacheControl } from '../core/policies.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { AnswerCache, Question } from '../http/answers/answer-cache.ts';
import { encodeAnswer } from '../http/answers/encoded-answer.ts';
import { headerBlock } from '../http/answers/headers.ts';
import type { MakeOnce, ReadyAnswer } from '../http/answers/make-once.ts';
import { openToPages } from '../http/answers/open-to-pages.ts';
import { type Asked, searchOf } from '../http/asked.ts';
import { parseJsonObject } from '../http/read-json-body.ts';
import { graphqlPath } from './engine.ts';
import type { DirectAnswer, DirectRoad } from './execution/index.ts';
import { readSearch } from './requests/params.ts';

/** What a request asks. */
export type Query = {
  /** What came in the body or in the URL, parsed; null where only the engine can tell. */
  readonly said: Readonly<Record<string, unknown>> | null;
  readonly question: Question;
};

/** A query, who asks it and how. */
export type Asking = Query & { readonly request: Asked; readonly context: Context };

/** What takes over when the direct road has no answer: another one, or what is none. */
type Otherwise<R> = () => DirectAnswer | R | Promise<DirectAnswer | R>;

/** Comes by answers: kept ones, ones that are being made for others, ones of the direct road. */
export type Answering = {
  /**
   * The answer to a query, made for it and kept if it may be.
   *
   * @param otherwise - Is asked where the direct road has no answer.
   * @throws what `otherwise` throws, at once or by the promise.
   */
  readonly answer: <R extends Response | null>(
    asking: Asking,
    otherwise: Otherwise<R>,
  ) => ReadyAnswer | R | Promise<ReadyAnswer | R>;
  /** Does not offer the direct road what it has refused, when that comes in a moment by another way. */
  readonly passOver: (spelling: string) => void;
};

const shared = headerBlock(openToPages);

/** One for all ways into the door. */
export function createAnswering(options: {
  readonly direct: DirectRoad;
  readonly telemetry: Telemetry;
  readonly answers: AnswerCache;
  readonly makeOnce: MakeOnce;
}): Answering {
  const { direct, telemetry, answers, makeOnce } = options;
  const times = telemetry.timesOf('graphql', graphqlPath);
  let passedOver: string | null = null;

  function encode({ request, question, context }: Asking, made: DirectAnswer): ReadyAnswer {
    const freshness = context.reader.freshness.summary();
    const answer = encodeAnswer(made.content, {
      shared,
      contentType: made.contentType,
      cacheControl: lifeOf(freshness),
      vary: 'Accept',
      hasEtag: request.method !== 'POST',
    });
    const { oldest, outcome, rows } = freshness;
    answers.keep(question, { answer, door: 'graphql', times, oldest, freshness });
    return { answer, door: 'graphql', oldest, outcome, rows };
  }

  function takeDirectly({ said, question, request, context }: Asking) {
    const isRefused = passedOver !== null && passedOver === question.spelling;
    passedOver = null;
    return said === null || isRefused ? null : direct(said, request.headers.accept, context);
  }

  return {
    answer: <R extends Response | null>(asking: Asking, otherwise: Otherwise<R>) => {
      const { question } = asking;
      const kept = answers.get(question);
      if (kept) return { ...kept, outcome: 'HIT' };
      const take = (made: DirectAnswer | R) =>
        made !== null && 'content' in made ? encode(asking, made) : made;
      return makeOnce<ReadyAnswer | R>({
        question,
        signal: asking.context.signal,
        make: () =>
          andThen(takeDirectly(asking), (made) =>
            made === null ? andThen(otherwise(), take) : encode(asking, made),
          ),
      });
    },
    passOver: (spelling) => {
      passedOver = spelling;
    },
  };
}

/**
 * Reads what a request asks.
 *
 * @param body - Null for a request without one.
 * @throws {InvalidInputError} a body that is no JSON object, or nests too deeply.
 */
export function readQuery(request: Asked, body: string | null, spelling: string | null): Query {
  const { method, url = '', headers } = request;
  const asked = `${method} ${headers.accept ?? ''} ${url} `;
  if (body === null) {
    const said = method === 'GET' ? readTarget(url) : null;
    return { said, question: { key: asked, spelling } };
  }
  const said = parseJsonObject(body);
  return { said, question: { key: asked + spell(said), spelling } };
}

/** Where nobody reads another query than we do. */
const plainTarget = /^[!"$-~]*$/;

/** What is asked in a URL, as the engine reads it; null for what is the engine's to refuse. */
function readTarget(url: string): Query['said'] {
  if (!plainTarget.test(url)) return null;
  try {
    return readSearch(searchOf({ url }));
  } catch {
    return null;
  }
}

/**
 * What is asked in a body: the same query, variables and operation name are the same question,
 * whatever their order and the white space between them, and whether nothing is said as `null`, as
 * `{}` or not at all.
 */
function spell(question: Readonly<Record<string, unknown>>): string {
  const said = { ...question };
  for (const name of ['variables', 'operationName', 'extensions']) {
    const value = said[name];
    const isEmpty = value?.constructor === Object && Object.keys(value).length === 0;
    if (value === null || isEmpty) delete said[name];
  }
  try {
    return canonicalJson(said);
  } catch {
    // Nothing else can be wrong with what was JSON.
    throw new InvalidInputError('the body must not nest more than 100 levels');
  }
}

/**
 * The life of an answer: fresh from its oldest part, which `Age` counts from, to the first that is
 * not fresh, and then as long as each of its parts may still be shown.
 */
function lifeOf({ oldest, freshUntil, staleUntil }: FreshnessSummary): string {
  if (oldest === null || freshUntil === null || staleUntil === null) return 'no-store';
  const fresh = Math.floor((freshUntil - oldest) / 1000);
  const stale = Math.floor((staleUntil - freshUntil) / 1000);
  return fresh > 0 ? cacheControl({ fresh: fresh * 1000, stale: stale * 1000 }) : 'no-store';
}
