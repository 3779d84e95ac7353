import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../generated/gql.ts';

/** Path of the L3 chain's JSON-RPC, to which a gateway with a sandbox forwards requests. */
export const chainRpcPath = '/rpc/l3';

const sandboxQuery = graphql(`
  query Sandbox {
    gateway {
      isSandbox
    }
  }
`);

let asked: Promise<boolean | null> | undefined;

/** Returns whether the gateway reads a sandbox; null until it is known. */
export function useSandbox(): boolean | null {
  const client = useClient();
  const [isSandbox, setSandbox] = useState<boolean | null>(null);
  // Asked in an effect, because the header is also prerendered, without a client.
  useEffect(() => {
    asked ??= client
      .query(sandboxQuery, {})
      .toPromise()
      .then(({ data }) => data?.gateway.isSandbox ?? null);
    void asked.then(setSandbox);
  }, [client]);
  return isSandbox;
}
