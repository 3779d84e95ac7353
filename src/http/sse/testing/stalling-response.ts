import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A response of node:http on a line that takes bytes only while the test lets it. */
export type StallingResponse = {
  readonly response: ServerResponse;
  /** What has been taken. */
  readonly text: () => string;
  /** Bytes that node holds because the line does not take them. */
  readonly waiting: () => number;
  readonly hold: () => void;
  readonly release: () => void;
  readonly cut: () => void;
};

/** The line says that it is full when so many bytes wait. */
export const stallThresholdBytes = 100;

/** Creates a line that takes everything at once. */
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
