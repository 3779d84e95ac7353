import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, subscriptionExchange } from 'urql';
import { keys } from '../../../generated/clients/graphcache.ts';
import { catchUpExchange } from './catch-up-exchange.ts';
import { freshnessExchange } from './freshness.ts';
import { subscribeLive } from './live-connection.ts';

/** The one GraphQL client: a normalised cache in front of HTTP and of one event stream. */
export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  exchanges: [
    cacheExchange({ keys }),
    catchUpExchange,
    freshnessExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables, operationName }) => ({
        subscribe: (sink) => ({
          unsubscribe: subscribeLive(
            {
              query,
              variables: variables as Record<string, unknown>,
              ...(operationName ? { operationName } : {}),
            },
            sink as never,
          ),
        }),
      }),
    }),
    fetchExchange,
  ],
});
