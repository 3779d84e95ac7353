import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientRateLimiter } from '../lib/limits/client-rate-limits.ts';
import type { Log } from '../lib/log.ts';
import { sendError } from './error-response.ts';
import type { ClientIdentifyingRequest } from './request-id-and-address.ts';

/** Calls `serve` if the client's rate limit admits the request; otherwise responds 429. */
export type ServeWithinRateLimit = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: () => void,
) => void;

/** Creates the rate-limit check of requests that `ApiRequestDispatcher` does not serve. */
export function createRateLimitAdmission(options: {
  /** Undefined admits all requests. */
  readonly limit: ClientRateLimiter | undefined;
  readonly addressOf: (request: ClientIdentifyingRequest) => string;
  readonly log: Log;
}): ServeWithinRateLimit {
  const { limit, addressOf, log } = options;
  if (limit === undefined) return (_request, _response, serve) => serve();
  return (request, response, serve) => {
    limit.consume(addressOf(request), 1).then(serve, (error: unknown) => {
      if (!response.destroyed) sendError(response, error, { log });
    });
  };
}
