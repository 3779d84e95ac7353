import { type Exchange, makeOperation, type Operation } from 'urql';
import { filter, makeSubject, merge, pipe, tap } from 'wonka';
import { onReconnect } from './live-connection.ts';

const firstPause = 1000;
const longestPause = 8000;

/**
 * Keeps the queries on the page up to date across breaks: a query that failed on the network is
 * sent again until it succeeds, and all are sent again when the event stream is back.
 */
export const catchUpExchange: Exchange = ({ forward }) => {
  const active = new Map<number, Operation>();
  const pauses = new Map<number, number>();
  const { source: again, next: sendAgain } = makeSubject<Operation>();

  const repeat = (operation: Operation) =>
    sendAgain(
      makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
    );
  onReconnect(() => {
    for (const operation of active.values()) repeat(operation);
  });
  const repeatLater = (key: number) => {
    const pause = pauses.get(key) ?? firstPause;
    pauses.set(key, Math.min(longestPause, pause * 2));
    setTimeout(() => {
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
        if (error?.networkError) repeatLater(operation.key);
        else pauses.delete(operation.key);
      }),
    );
};
