import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A node:http response on a connection that the test can stall. */
export type StallingResponse = {
  readonly response: ServerResponse;
  /** All bytes received so far. */
  readonly text: () => string;
  /** Number of bytes that node buffers while the connection is stalled. */
  readonly waiting: () => number;
  readonly hold: () => void;
  readonly release: () => void;
  readonly cut: () => void;
};

/** High-water mark of the connection, bytes. */
export const stallThresholdBytes = 100;

/** Creates a response on a connection that is not stalled until `hold` is called. */
export function createStallingResponse(): StallingResponse {
  let text = '';
  let isHeld = false;
  let go = () => {};
  const line = new Duplex({
    writableHighWaterMark: stallThresholdBytes,
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      const take = () => {
        text += chunk.toString('latin1');
        done();
      };
      if (isHeld) go = take;
      else take();
    },
  });
  const request = new IncomingMessage(line as Socket);
  Object.assign(request, { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 });
  const response = new ServerResponse(request);
  response.assignSocket(line as Socket);
  return {
    response,
    text: () => text,
    waiting: () => line.writableLength,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      const take = go;
      go = () => {};
      take();
    },
    cut: () => line.destroy(),
  };
}
