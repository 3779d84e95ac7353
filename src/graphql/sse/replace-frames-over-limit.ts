import type { UndeliveredBytes } from '../../http/connections/undelivered-bytes.ts';
import type { ClientIdentifyingRequest } from '../../http/request-id-and-address.ts';
import type { SseFrame } from '../../http/sse/sse-frame-types.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import type { ResultFrameEncoder } from './graphql-sse-frames.ts';
import type { OperationFrameStream } from './operation.ts';

/**
 * Returns the frames of events for a single client. Replaces large ones by an error while the client
 * of the request, or all clients together, have too many unread bytes.
 */
export function replaceFramesOverLimit(
  events: AsyncIterableIterator<SseFrame, undefined>,
  options: {
    readonly request: ClientIdentifyingRequest;
    readonly unread: UndeliveredBytes;
    readonly mask: ErrorMask;
    readonly encoding: ResultFrameEncoder;
  },
): OperationFrameStream {
  const { request, unread, mask, encoding } = options;
  return mapEvents(events, ({ frame }) => {
    try {
      unread.admit(request, frame);
      return frame;
    } catch (error) {
      return encoding.next({ errors: [mask(error)] }, null);
    }
  });
}
