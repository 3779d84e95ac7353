import type { IncomingHttpHeaders } from 'node:http';

/** The headers that an answer from memory can depend on. */
export type CacheRelevantHeaders = Pick<
  IncomingHttpHeaders,
  'accept' | 'accept-encoding' | 'content-length' | 'content-type' | 'if-none-match'
> & {
  readonly 'x-forwarded-for'?: string | string[] | undefined;
  readonly 'x-request-id'?: string | string[] | undefined;
};

/** A request as far as an answer from memory depends on it. */
export type RequestInfo = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: CacheRelevantHeaders;
};

/** The parameters in a request's address. */
export function getSearchParams({ url = '' }: Pick<RequestInfo, 'url'>): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
