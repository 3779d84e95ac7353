import type { IncomingHttpHeaders } from 'node:http';

/** The request headers that the handlers of cacheable responses read. */
export type CacheableRequestHeaders = Pick<
  IncomingHttpHeaders,
  'accept' | 'accept-encoding' | 'content-length' | 'content-type' | 'if-none-match'
> & {
  readonly 'apollo-federation-include-trace'?: string | string[] | undefined;
  readonly 'apollographql-client-name'?: string | string[] | undefined;
  readonly 'apollographql-client-version'?: string | string[] | undefined;
  readonly 'graphql-client-name'?: string | string[] | undefined;
  readonly 'graphql-client-version'?: string | string[] | undefined;
  readonly 'graphql-cost'?: string | string[] | undefined;
  readonly traceparent?: string | string[] | undefined;
  readonly tracestate?: string | string[] | undefined;
  readonly 'x-forwarded-for'?: string | string[] | undefined;
  readonly 'x-request-id'?: string | string[] | undefined;
};

/** What the handlers of cacheable responses read of a request. */
export type RequestInfo = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: CacheableRequestHeaders;
};

/** Returns the query parameters of a request's URL. */
export function getSearchParams({ url = '' }: Pick<RequestInfo, 'url'>): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
