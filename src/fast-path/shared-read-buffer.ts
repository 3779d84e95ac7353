import type { Socket } from 'node:net';

/** Node reads at most this many bytes at once. */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/** Fields behind the `onread` option of `net.connect`; their keys are symbols of these names. */
type Fields = {
  kBuffer: Buffer;
  /** @returns whether reading continues. */
  kBufferCb: (length: number) => boolean;
};
type Reading = { readonly useUserBuffer?: (buffer: Buffer) => void };

/**
 * Calls `take` with all bytes received on a server's connection from now on. `take` owns the bytes.
 *
 * Node allocates a new buffer for each read of a server's connection. The `onread` option of
 * `net.connect` reads into one buffer instead, but servers do not offer it. This function sets the
 * same internal fields and copies the bytes out of the buffer. Where node lacks the fields, it
 * reads as usual.
 */
export function readIntoSharedBuffer(socket: Socket, take: (bytes: Buffer) => void): void {
  socket.on('data', take);
  const { _handle: handle } = socket as Socket & { readonly _handle?: Reading | null };
  const buffer = fieldOf(socket, 'kBuffer');
  const callback = fieldOf(socket, 'kBufferCb');
  if (!handle?.useUserBuffer || !buffer || !callback) return;
  const fields: Record<symbol, Fields[keyof Fields]> = {
    [buffer]: readBuffer,
    [callback]: (length) => {
      const bytes = Buffer.allocUnsafe(length);
      readBuffer.copy(bytes, 0, 0, length);
      // Emit the event as node would, so that removing the listeners stops delivery here, too.
      socket.emit('data', bytes);
      return true;
    },
  };
  Object.assign(socket, fields);
  handle.useUserBuffer(readBuffer);
}

function fieldOf(socket: Socket, name: keyof Fields): symbol | undefined {
  return Object.getOwnPropertySymbols(socket).find(({ description }) => description === name);
}
