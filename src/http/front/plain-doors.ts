import type { Prepared } from '../answers/prepared-head.ts';
import type { Asked } from '../asked.ts';
import type { Reply } from './bypass.ts';
import type { PlainAsked } from './underway.ts';

/** Takes the answer to a request, whatever it is. */
export type Send = (answer: Prepared) => void;

/** Answers plain reads of the REST door. */
export type PlainReads = {
  /** True when the request is a plain read of a JSON route. */
  readonly isFor: (url: string) => boolean;
  /**
   * Begins to answer; null when the request is none of the door's plain reads.
   *
   * @param send - Is called once, now or later, also when the answer is an error.
   * @returns what to call when the client leaves before.
   */
  readonly begin: (request: PlainAsked, send: Send) => (() => void) | null;
};

/**
 * A GET to the GraphQL path, or a POST of JSON, that leaves nothing to interpretation, and who asks.
 * Nothing was sent with a GET.
 */
export type PlainQuery = PlainAsked & {
  readonly body: Buffer | null;
  readonly spelling: string;
};

/** Answers plain queries, as far as they can be told from others without node's request and response. */
export type PlainQueries = {
  /** False for what is not to be begun, whatever it asks. */
  readonly isFor: (request: Asked) => boolean;
  /**
   * Begins to answer.
   *
   * @param reply - Is called once, now or later, with null when the query is not for this way.
   * @returns what to call when the client leaves before.
   */
  readonly begin: (request: PlainQuery, reply: Reply) => () => void;
};
