import type { SendReply } from '../fast-path/parser-bypass.ts';
import type { FastPathRequest } from './active-request.ts';
import type { RequestInfo } from './request-info.ts';
import type { RawResponse } from './response/raw-response.ts';

/** Sends the response to a request, whether success or error. */
export type SendRawResponse = (response: RawResponse) => void;

/** Handles GET requests of JSON routes on the fast path. */
export type FastRestHandler = {
  /** Returns true if the URL belongs to a JSON route that the fast path handles. */
  readonly canHandle: (url: string) => boolean;
  /**
   * Starts handling a request; returns null if no JSON route matches.
   *
   * @param send - Called once, now or later, also with errors.
   * @returns a function to call when the client disconnects before its response.
   */
  readonly handle: (request: FastPathRequest, send: SendRawResponse) => (() => void) | null;
};

/** A valid GET to the GraphQL path, or a valid POST of JSON. `body` is null for GET. */
export type FastGraphQLRequest = FastPathRequest & {
  readonly body: Buffer | null;
  readonly rawKey: string;
};

/** Handles GraphQL queries on the fast path. */
export type FastGraphQLHandler = {
  /** Returns false if the request must go to the normal handler, whatever its query. */
  readonly canHandle: (request: RequestInfo) => boolean;
  /**
   * Starts handling a request.
   *
   * @param reply - Called once, now or later; with null if the query must go to the normal handler.
   * @returns a function to call when the client disconnects before its response.
   */
  readonly handle: (request: FastGraphQLRequest, reply: SendReply) => () => void;
};
