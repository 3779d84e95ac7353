import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { Client } from '../client.ts';
import type { Transport } from '../transport.ts';

type Given = { readonly client: Client } | { readonly transport: Transport };

const GivenContext = createContext<Given | null>(null);

/**
 * Gives the hooks below it a client. Programs that use nothing but the hooks can give a transport
 * alone, and load the documents of those hooks only. Keep the object the same between renderings.
 */
export const DtfGraphProvider = (props: Given & { readonly children?: ReactNode }): ReactNode =>
  createElement(GivenContext.Provider, { value: props }, props.children);

function useGiven(): Given {
  const given = useContext(GivenContext);
  if (given === null) throw new Error('the hook needs a DtfGraphProvider above it');
  return given;
}

/**
 * Returns the client of the nearest `DtfGraphProvider`.
 *
 * @throws {Error} there is none, or it has a transport only.
 */
export function useDtfGraph(): Client {
  const given = useGiven();
  if (!('client' in given)) throw new Error('the DtfGraphProvider has a transport and no client');
  return given.client;
}

/** Returns the transport of the nearest `DtfGraphProvider`. */
export function useTransport(): Transport {
  const given = useGiven();
  return 'client' in given ? given.client.transport : given.transport;
}
