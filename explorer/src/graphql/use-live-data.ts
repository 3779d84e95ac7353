import type { DocumentInput } from '@dtf-graph/client';
import { useLive } from '@dtf-graph/client/react';
import { useEffect } from 'react';
import { setInterrupted } from './live-connection.ts';

/**
 * Subscribes to a state while the component is mounted, and returns its newest data. While its
 * upstream is unavailable, the header of the page says so.
 */
export function useLiveData<Data, Variables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  onEvent?: (data: Data) => void,
): Data | undefined {
  const { data, error } = useLive(document, variables, onEvent);
  useEffect(() => {
    if (error === undefined) return;
    const subscription = {};
    setInterrupted(subscription, true);
    return () => setInterrupted(subscription, false);
  }, [error]);
  return data;
}
