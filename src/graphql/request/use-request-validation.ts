import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { toGatewayError } from '../../lib/errors.ts';
import { catchMaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { PersistedDocuments } from '../persisted-documents/index.ts';
import { parseGraphQLParams, parseGraphQLQueryString } from './graphql-params.ts';
import { acceptsEventStream } from './media-type.ts';

/**
 * Yoga plugin that rejects malformed requests with status 400 (GraphQL over HTTP, §6.4.1), resolves
 * persisted documents, and rejects subscriptions of clients that do not accept event streams.
 */
export function useRequestValidation(documents: PersistedDocuments): Plugin<Context> {
  return {
    onRequestParse({ request, setRequestParser }) {
      if (request.method !== 'GET') return;
      setRequestParser(({ url }) => {
        const start = url.indexOf('?');
        return withGraphQLErrors(() =>
          parseGraphQLQueryString(new URLSearchParams(start < 0 ? '' : url.slice(start + 1))),
        );
      });
    },
    onParams: ({ params, setParams }) =>
      withGraphQLErrors(() =>
        mapMaybePromise(documents.resolve({ ...params }), (resolved) => {
          parseGraphQLParams(resolved);
          setParams(resolved);
        }),
      ),
    onSubscribe({ args, setResultAndStopExecution }) {
      const { request } = args.contextValue as { readonly request?: Request };
      if (!request || acceptsEventStream(request.headers.get('accept') ?? undefined)) return;
      const http =
        request.method === 'GET' ? { status: 405, headers: { Allow: 'POST' } } : { status: 406 };
      const message = 'Accept must allow text/event-stream for a subscription';
      const error = new GraphQLError(message, { extensions: { code: 'NOT_ACCEPTABLE', http } });
      setResultAndStopExecution({ errors: [error] });
    },
  };
}

function withGraphQLErrors<T>(read: () => T | Promise<T>): T | Promise<T> {
  return catchMaybePromise(read, (error) => {
    // Yoga derives the status only from GraphQL errors.
    const { message, code, status } = toGatewayError(error);
    throw new GraphQLError(message, { extensions: { code, http: { status } } });
  });
}
