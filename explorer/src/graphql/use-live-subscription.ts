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

/** Milliseconds until a subscription that the server ended is restarted. */
const pause = 8000;

/**
 * Subscribes to a state while the component is mounted. The server ends a subscription whose
 * upstream is unavailable; it is then restarted until it lasts, and the page shows that it is
 * interrupted.
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
      // An unchanged state sends no event, so a subscription that lasts this long counts as
      // restored.
      setTimeout(() => setInterrupted(subscription, false), 2 * pause),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setInterrupted(subscription, false);
    };
  }, [error, subscribeAgain]);
  return useLastGoodData(createRequest(args.query, args.variables as Variables).key, state);
}
