import type { ServerResponse } from 'node:http';
import type { Millis } from '../core/units.ts';

/** A reader that takes nothing for this long is cut off, so that it holds no memory. */
const stallLimit: Millis = 45_000;

/**
 * Writes each string as one `data: ` line with one space and a blank line (spec: Events), flushed
 * at once, never compressed. Waits for slow readers; ends when the events end or the reader left.
 */
export async function writeEvents(
  response: ServerResponse,
  events: AsyncIterable<string>,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-store, no-transform',
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
  });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  for await (const event of events) {
    if (response.destroyed) break;
    if (!response.write(`data: ${event}\n\n`) && !(await drained(response))) {
      response.destroy();
      break;
    }
  }
  response.end();
}

/** True once the reader has caught up; false when it left or stalls. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (caughtUp: boolean) => () => {
      clearTimeout(timer);
      response.off('drain', onDrain).off('close', onClose);
      resolve(caughtUp);
    };
    const onDrain = finish(true);
    const onClose = finish(false);
    const timer = setTimeout(onClose, stallLimit);
    response.on('drain', onDrain).on('close', onClose);
  });
}
