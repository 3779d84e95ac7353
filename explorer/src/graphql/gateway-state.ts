import { useEffect, useSyncExternalStore } from 'react';
import { graphql } from '../generated/gql.ts';
import { graphqlClient } from './graphql-client.ts';

const gatewayQuery = graphql(`
  query Gateway {
    gateway {
      isSandbox
      upstreams {
        name
        status
      }
    }
  }
`);

/** What the gateway says of itself; null before its first answer. */
export type GatewayNow = { readonly isSandbox: boolean; readonly isDataNodeDown: boolean };

const interval = 8000;
let state: GatewayNow | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

async function ask(): Promise<void> {
  if (document.hidden && state !== null) return;
  const { data } = await graphqlClient
    .query(gatewayQuery, {}, { requestPolicy: 'network-only' })
    .toPromise();
  if (data === undefined) return;
  const { isSandbox, upstreams } = data.gateway;
  const isDataNodeDown = upstreams.some(
    ({ name, status }) => name === 'data node' && status === 'DOWN',
  );
  if (state?.isSandbox === isSandbox && state.isDataNodeDown === isDataNodeDown) return;
  state = { isSandbox, isDataNodeDown };
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns what the gateway says of itself, asked again every few seconds: values that it has cached
 * do not show by themselves that their upstream is gone.
 */
export function useGateway(): GatewayNow | null {
  useEffect(() => {
    if (timer !== undefined) return;
    void ask();
    timer = setInterval(() => void ask(), interval);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => null,
  );
}
