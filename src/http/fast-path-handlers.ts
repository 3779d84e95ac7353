import type { SendReply } from '../fast-path/parser-bypass.ts';
import type { FastPathRequest } from './active-request.ts';
import type { RequestInfo } from './request-info.ts';
import type { RawResponse } from './response/raw-response.ts';

/** Takes the answer to a request, whatever it is. */
export type SendRawResponse = (response: RawResponse) => void;

/** Answers plain reads of the REST door. */
export type FastRestHandler = {
  /** True when the request is a plain read of a JSON route. */
  readonly canHandle: (url: string) => boolean;
  /**
   * Begins to answer; null when the request is none of the door's plain reads.
   *
   * @param send - Is called once, now or later, also when the answer is an error.
   * @returns what to call when the client leaves before.
   */
  readonly handle: (request: FastPathRequest, send: SendRawResponse) => (() => void) | null;
};

/**
 * A GET to the GraphQL path, or a POST of JSON, that leaves nothing to interpretation, and who asks.
 * Nothing was sent with a GET.
 */
export type FastGraphQLRequest = FastPathRequest & {
  readonly body: Buffer | null;
  readonly rawKey: string;
};

/** Answers plain queries, as far as they can be told from others without node's request and response. */
export type FastGraphQLHandler = {
  /** False for what is not to be begun, whatever it asks. */
  readonly canHandle: (request: RequestInfo) => boolean;
  /**
   * Begins to answer.
   *
   * @param reply - Is called once, now or later, with null when the query is not for this way.
   * @returns what to call when the client leaves before.
   */
  readonly handle: (request: FastGraphQLRequest, reply: SendReply) => () => void;
};
