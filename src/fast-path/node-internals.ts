import type { Duplex } from 'node:stream';

/** Names of the undocumented properties of node that the fast path uses; see `README.md`. */
export const nodeInternals = {
  /** Of a response: its formatted head; null before the head is written. */
  header: '_header',
  /** Of a response: false for responses without a body. */
  hasBody: '_hasBody',
  /** Of a connection: the response that it sends now; null or undefined if there is none. */
  responseInProgress: '_httpMessage',
  /** Of a socket and of a server: node's binding to the system's socket. */
  handle: '_handle',
  /** Of a handle: makes the handle read into one given buffer. */
  useUserBuffer: 'useUserBuffer',
  /** Symbols of a socket: the buffer of `useUserBuffer`, and the function called after a read. */
  readBuffer: 'kBuffer',
  readCallback: 'kBufferCb',
} as const;

/** Names of node's internal properties; a test replaces each in turn, as if node had renamed it. */
export type NodeInternalNames = { readonly [K in keyof typeof nodeInternals]: string };

/** Returns an undocumented property, undefined where node has none of that name. */
export function readNodeInternal(owner: object, name: string): unknown {
  return (owner as Record<string, unknown>)[name];
}

/** Returns the response that a connection sends now, undefined if there is none. */
export function readSocketResponse(socket: Duplex, names: NodeInternalNames): unknown {
  return readNodeInternal(socket, names.responseInProgress) ?? undefined;
}

/**
 * Returns the number of bytes that the operating system has accepted for a connection since it was
 * opened; the rest still waits in the process. Counts partly accepted writes too if node's internal
 * counters exist, else only writes that are accepted completely.
 */
export function countSentBytes(socket: Duplex & { readonly bytesWritten: number }): number {
  const handle = readNodeInternal(socket, nodeInternals.handle) as
    | { readonly bytesWritten?: number; readonly writeQueueSize?: number }
    | null
    | undefined;
  const { bytesWritten, writeQueueSize } = handle ?? {};
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize;
}
