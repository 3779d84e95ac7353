import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { SizedValue } from '../cache/cached-value.ts';
import { UpstreamServerError, UpstreamUnavailableError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { CallOptions, HttpClient } from './http-client.ts';
import type { RequestHandle, ResponseHandler } from './http1/index.ts';
import { parseListResponse, parseResponse, toUpstreamError } from './upstream-error.ts';

/** A question that any oracle can answer; with a body it is posted. */
export type OracleRequest<T> = CallOptions & {
  readonly path: string;
  readonly body?: unknown;
  readonly schema: z.ZodType<T>;
  /** True when nothing is asked for by name: a 404 is the oracle's failure then. */
  readonly notFoundIsFailure?: boolean;
  /** By status: what is told of a refusal that the specification states, when the oracle has no words for it. */
  readonly messagesByStatus?: Readonly<Record<number, string>>;
  /** What oracles may be behind in: those that are not are asked first. */
  readonly lagSubject?: string;
};

/** Something that an oracle lacks and others may have. */
export type OracleLag = {
  /** Position among the configured oracles. */
  readonly oracle: number;
  /** What is read otherwise than it should be meanwhile, e.g. a batch's state. */
  readonly subject: string;
  /** Its name among all that oracles may lack of the subject. */
  readonly item: string;
};

/** Which oracles are behind the others for a moment. */
export type OracleLags = {
  /** The oracle is behind from now on, or still is; it is no longer said of it after a while. */
  readonly record: (lag: OracleLag) => void;
  /** @returns whether it was behind. */
  readonly resolve: (lag: OracleLag) => boolean;
  /** The latest thing of the subject that the oracle lacks, counted up over all lags; 0 for none. */
  readonly latest: (oracle: number, subject: string) => number;
};

/** The oracles: reads go to the first healthy one in the configured order, bitmaps to all. */
export type Oracles = {
  /**
   * The answer of the first oracle that gives one of the right shape.
   *
   * @throws {GatewayError} an oracle refused, or none of them gave an answer.
   */
  readonly fetchFromAny: <T>(request: OracleRequest<T>) => Promise<SizedValue<T>>;
  /**
   * Passes a request on to the first oracle that gives the head of an answer within `timeout`,
   * and the answer back; the handler is told of a failure when none of them does.
   */
  readonly dispatch: HttpClient['dispatch'];
  readonly all: readonly HttpClient[];
  readonly lags: OracleLags;
  /**
   * The healthy ones first; among these those that lack nothing of the subject in the configured
   * order, then those that lack only what others have had for long: it may matter no more.
   */
  readonly byPreference: (subject?: string) => readonly HttpClient[];
};

/** Longer than the longest pause and time-out of who brings an oracle what it lacks. */
const life: Millis = 30_000;
/** Older ones are not said any more. */
const maxLags = 1000;

/** @param all - In the order of preference for reads. */
export function createOracles(all: readonly HttpClient[]): Oracles {
  const lags = createOracleLags();
  const inOrder = (subject?: string) => {
    const healthy = all.filter((oracle) => oracle.health() !== 'down');
    const down = all.filter((oracle) => oracle.health() === 'down');
    if (subject === undefined) return [...healthy, ...down];
    const lacks = new Map(all.map((oracle, index) => [oracle, lags.latest(index, subject)]));
    const lackOf = (oracle: HttpClient) => lacks.get(oracle) ?? 0;
    return [...healthy.sort((a, b) => lackOf(a) - lackOf(b)), ...down];
  };

  return {
    all,
    lags,
    byPreference: inOrder,
    dispatch: (request, handler, timeout) => {
      const left = inOrder().values();
      let exchange: RequestHandle | undefined;
      const askNext = (failure: Error): void => {
        const { value: oracle } = left.next();
        let hasHead = false;
        const heard: ResponseHandler = {
          ...handler,
          onHead: (head) => {
            hasHead = true;
            handler.onHead(head);
          },
          onError: (error) => {
            // Nobody else is asked behind the head of an answer.
            const isDown = !hasHead && error instanceof UpstreamUnavailableError;
            if (isDown) askNext(error);
            else handler.onError(error);
          },
        };
        if (oracle) exchange = oracle.dispatch(request, heard, timeout);
        else handler.onError(failure);
      };
      askNext(new UpstreamUnavailableError('no oracle is configured'));
      return {
        abort: () => exchange?.abort(),
        pause: () => exchange?.pause(),
        resume: () => exchange?.resume(),
      };
    },
    fetchFromAny: async ({
      path,
      body,
      schema,
      notFoundIsFailure = false,
      lagSubject,
      messagesByStatus,
      ...options
    }) => {
      const parse = notFoundIsFailure ? parseListResponse : parseResponse;
      let failure: unknown = new UpstreamUnavailableError('no oracle is configured');
      for (const oracle of inOrder(lagSubject)) {
        try {
          const response = await (body === undefined
            ? oracle.get(path, options)
            : oracle.post(path, body, options));
          const words = messagesByStatus?.[response.status];
          const upstreamError =
            words === undefined ? null : toUpstreamError(response, 'oracle', words);
          if (upstreamError) throw upstreamError;
          return { value: parse(response, schema, 'oracle'), bytes: response.bytes };
        } catch (error) {
          // The next oracle holds the same state; only one without a usable answer is passed over.
          if (!(error instanceof UpstreamUnavailableError)) throw error;
          // An oracle that says what is wrong tells more than one that cannot be reached.
          if (!(failure instanceof UpstreamServerError)) failure = error;
        }
      }
      throw failure;
    },
  };
}

/** In the beginning nobody is behind. */
function createOracleLags(): OracleLags {
  const lags = new LRUCache<string, OracleLag & { readonly number: number }>({
    max: maxLags,
    ttl: life,
  });
  const keyOf = ({ oracle, subject, item }: OracleLag) => `${oracle} ${subject} ${item}`;
  let last = 0;
  return {
    record: (lag) => {
      const number = lags.get(keyOf(lag))?.number ?? ++last;
      lags.set(keyOf(lag), { ...lag, number });
    },
    resolve: (lag) => lags.delete(keyOf(lag)),
    latest: (oracle, subject) =>
      lags.size === 0
        ? 0
        : [...lags.values()]
            .filter((lag) => lag.oracle === oracle && lag.subject === subject)
            .reduce((latest, { number }) => Math.max(latest, number), 0),
  };
}
