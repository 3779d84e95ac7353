import type { Socket } from 'node:net';
import { type NodeInternalNames, nodeInternals, readNodeInternal } from './node-internals.ts';

/** The buffer that all connections share, 64 kB: node reads at most as much at once. */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

type UseUserBuffer = (buffer: Buffer) => void;

/**
 * Calls `take` with a copy of all bytes received on a server's connection from now on. The socket
 * reads into the shared buffer, as with the `onread` option of `net.connect`, which servers do not
 * offer, so node's internal fields are set. If node lacks them, the socket reads as usual.
 */
export function readThroughSharedBuffer(
  socket: Socket,
  take: (bytes: Buffer) => void,
  names: NodeInternalNames = nodeInternals,
): void {
  socket.on('data', take);
  const handle = readNodeInternal(socket, names.handle) as object | null | undefined;
  const useUserBuffer = handle && (readNodeInternal(handle, names.useUserBuffer) as UseUserBuffer);
  const buffer = symbolNamed(socket, names.readBuffer);
  const callback = symbolNamed(socket, names.readCallback);
  if (!useUserBuffer || !buffer || !callback) return;
  Object.assign(socket, {
    [buffer]: readBuffer,
    [callback]: (length: number) => {
      const bytes = Buffer.allocUnsafe(length);
      readBuffer.copy(bytes, 0, 0, length);
      // Emit the event as node would, so that removing the listeners stops delivery here, too.
      socket.emit('data', bytes);
      return true;
    },
  });
  useUserBuffer.call(handle, readBuffer);
}

function symbolNamed(socket: Socket, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(socket).find(({ description }) => description === name);
}
