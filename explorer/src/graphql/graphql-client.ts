import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, subscriptionExchange } from 'urql';
import { keys } from '../../../generated/clients/graphcache.ts';
import { dataAgeExchange } from './data-age.ts';
import { subscribeLive } from './live-connection.ts';
import { refetchExchange } from './refetch-exchange.ts';

/**
 * The GraphQL client of the application: a normalised cache, HTTP requests and one event stream.
 */
export const graphqlClient = new Client({
  url: '/graphql',
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  exchanges: [
    cacheExchange({ keys }),
    refetchExchange,
    dataAgeExchange,
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
