import { useEffect } from 'react';
import {
  type AnyVariables,
  createRequest,
  type SubscriptionHandler,
  type UseSubscriptionArgs,
  useSubscription,
} from 'urql';
import { useLastGoodData } from './last-good-data.ts';
import { setInterrupted } from './live-connection.ts';

/** Milliseconds until a subscription that the server ended is tried again. */
const pause = 8000;

/**
 * Follows a state while the component is shown. The server ends a subscription whose upstream does
 * not answer; it is then subscribed again until it lasts, and the page says that it is interrupted.
 */
export function useLiveSubscription<Data, Variables extends AnyVariables>(
  args: UseSubscriptionArgs<Variables, Data>,
  handler?: SubscriptionHandler<Data, Data>,
): Data | undefined {
  const [state, subscribeAgain] = useSubscription(args, handler);
  const { error } = state;
  useEffect(() => {
    if (error === undefined) return;
    const subscription = {};
    setInterrupted(subscription, true);
    const timers = [
      setTimeout(() => subscribeAgain(), pause * (0.5 + Math.random() / 2)),
      // A state that has not changed since sends no event.
      setTimeout(() => setInterrupted(subscription, false), 2 * pause),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setInterrupted(subscription, false);
    };
  }, [error, subscribeAgain]);
  return useLastGoodData(createRequest(args.query, args.variables as Variables).key, state);
}
