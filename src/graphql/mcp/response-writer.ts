import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { StringDecoder } from 'node:string_decoder';
import type { UndeliveredEventBytes } from '../../http/connections/undelivered-event-bytes.ts';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import { waitForLaterTurn } from '../../lib/event-loop-turns.ts';
import { pipeFetchResponse } from '../pipe-fetch-response.ts';

/**
 * Writes the SDK's response to one call. The SDK encodes a message in one turn of the event loop,
 * which takes too long for large results: its message has a placeholder for the JSON of the result,
 * and this writer replaces it, one piece in each turn.
 */
export type McpResponseWriter = {
  /**
   * Returns a placeholder for the JSON of the call's result, to be sent as a string in a message.
   *
   * @throws as `UndeliveredEventBytes.admit`.
   */
  readonly setResult: (json: FrameBytes) => string;
  /** Writes at the pace of the client, until it disconnects or stalls. */
  readonly write: (made: Response) => Promise<void>;
};

/** Bytes that are escaped in one turn of the event loop. */
const sliceBytes = 128 * 1024;

/** Creates the writer of one response. `unread` counts its result until the response closes. */
export function createMcpResponseWriter(
  response: ServerResponse,
  unread: UndeliveredEventBytes,
): McpResponseWriter {
  const placeholder = randomUUID();
  let result: FrameBytes | null = null;

  /** Yields the bytes of messages, which come whole, with the result in place of its placeholder. */
  async function* replacePlaceholder(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of body) {
      const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const at = result ? message.indexOf(placeholder) : -1;
      if (!result || at < 0) {
        yield message;
        continue;
      }
      yield message.subarray(0, at);
      for (const slice of escapeJson(result)) {
        yield slice;
        await waitForLaterTurn();
      }
      yield message.subarray(at + placeholder.length);
    }
  }

  return {
    setResult: (json) => {
      unread.admit(response.req, json);
      const release = unread.hold(response.req, json);
      if (response.destroyed) release();
      else response.on('close', release);
      result = json;
      return placeholder;
    },
    write: ({ status, headers, body }) => {
      const replaced = body && (ReadableStream.from(replacePlaceholder(body)) as BodyInit);
      const made = new Response(replaced, { status, headers });
      // The first event may come much later than the head.
      return pipeFetchResponse(made, response, { flushesHead: true });
    },
  };
}

/** Yields JSON escaped as the content of a JSON string, in slices. */
function* escapeJson(json: FrameBytes): Generator<Buffer> {
  const decoder = new StringDecoder('utf8');
  for (const piece of json instanceof Uint8Array ? [json] : json) {
    for (let start = 0; start < piece.length; start += sliceBytes) {
      // The decoder keeps back the beginning of a character that ends in the next slice.
      const text = decoder.write(piece.subarray(start, start + sliceBytes) as Buffer);
      yield Buffer.from(JSON.stringify(text).slice(1, -1));
    }
  }
}
