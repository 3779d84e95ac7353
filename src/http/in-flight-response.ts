import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Returns the response in progress on a connection, or null. Node stores it in `_httpMessage`,
 * where its own handlers look for it; a test checks that it does.
 */
export function getInFlightResponse(socket: Duplex): ServerResponse | null {
  const { _httpMessage: running } = socket as Duplex & { readonly _httpMessage?: ServerResponse };
  return running ?? null;
}
