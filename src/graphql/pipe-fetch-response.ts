import type { ServerResponse } from 'node:http';
import { abortResponse } from '../http/connections/abort-response.ts';
import { defaultClientStallTimeout, waitForDrain } from '../http/sse/sse-writer.ts';
import type { Millis } from '../lib/units.ts';

/** Headers that belong to a connection and are not copied to another; lowercase. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

/** Streams a fetch `Response` to a node response, until the client disconnects or stalls. */
export async function pipeFetchResponse(
  fetched: Response,
  response: ServerResponse,
  options: {
    readonly stallLimit?: Millis;
    /** Counts bytes that the client has not received, until the returned function is called. */
    readonly hold?: (bytes: Uint8Array) => () => void;
    /** Whether the head of a response with a body is sent at once, not with its first bytes. */
    readonly flushesHead?: boolean;
  } = {},
): Promise<void> {
  const { stallLimit = defaultClientStallTimeout, hold, flushesHead = false } = options;
  fetched.headers.forEach((value, name) => {
    // Yoga uses uppercase letters in some names.
    if (!connectionHeaders.has(name.toLowerCase())) response.setHeader(name, value);
  });
  response.writeHead(fetched.status);
  if (fetched.body) {
    if (flushesHead) response.flushHeaders();
    const reader = fetched.body.getReader();
    const cancelReader = () => void reader.cancel().catch(() => {});
    response.once('close', cancelReader);
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (response.write(value)) continue;
      const release = hold?.(value);
      if (!(await waitForDrain(response, stallLimit))) abortResponse(response);
      release?.();
    }
    response.off('close', cancelReader);
    cancelReader();
  }
  response.end();
}
