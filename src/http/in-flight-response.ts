import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The answer that is being made or written on a connection, if one is. Node keeps it there, where
 * its own handlers look for it too; a test holds that.
 */
export function getInFlightResponse(socket: Duplex): ServerResponse | null {
  const { _httpMessage: running } = socket as Duplex & { readonly _httpMessage?: ServerResponse };
  return running ?? null;
}
