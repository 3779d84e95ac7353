import { isTemporary } from '@dtf-graph/client';
import { type CombinedError, type Exchange, makeOperation, type Operation } from 'urql';
import { filter, makeSubject, merge, pipe, tap } from 'wonka';
import { onReconnect } from './live-connection.ts';

const firstPause = 1000;
const longestPause = 10_000;

const isTemporaryFailure = ({ networkError, graphQLErrors }: CombinedError): boolean =>
  networkError !== undefined ||
  graphQLErrors.some(({ extensions: { code } }) => isTemporary({ code: String(code) }));

/**
 * Exchange that refetches the queries of the page: a query that failed temporarily is sent again
 * until it succeeds, and all queries are sent again after the event stream has reconnected.
 */
export const refetchExchange: Exchange = ({ forward }) => {
  const active = new Map<number, Operation>();
  const pauses = new Map<number, number>();
  const waiting = new Set<number>();
  const { source: again, next: sendAgain } = makeSubject<Operation>();

  const repeat = (operation: Operation) =>
    sendAgain(
      makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
    );
  onReconnect(() => {
    for (const operation of active.values()) repeat(operation);
  });
  const repeatLater = (key: number) => {
    if (waiting.has(key)) return;
    waiting.add(key);
    const pause = pauses.get(key) ?? firstPause;
    pauses.set(key, Math.min(longestPause, pause * 2));
    setTimeout(() => {
      waiting.delete(key);
      const operation = active.get(key);
      if (operation !== undefined) repeat(operation);
    }, pause);
  };

  return (operations) =>
    pipe(
      merge([
        pipe(
          operations,
          tap((operation) => {
            if (operation.kind === 'query') active.set(operation.key, operation);
            else if (operation.kind === 'teardown') active.delete(operation.key);
          }),
        ),
        pipe(
          again,
          filter(({ key }) => active.has(key)),
        ),
      ]),
      forward,
      tap(({ operation, error }) => {
        if (operation.kind !== 'query') return;
        if (error !== undefined && isTemporaryFailure(error)) repeatLater(operation.key);
        else pauses.delete(operation.key);
      }),
    );
};
