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
   * Returns a placeholder for the JSON, to be sent as a string in a message.
   *
   * @throws as `UndeliveredEventBytes.admit`.
   */
  readonly addJson: (json: FrameBytes) => string;
  /** Writes at the pace of the client, until it disconnects or stalls. */
  readonly write: (made: Response) => Promise<void>;
};

/** Bytes that are escaped in one turn of the event loop. */
const sliceBytes = 128 * 1024;

/** Creates the writer of one response. `unread` counts its results until the response closes. */
export function createMcpResponseWriter(
  response: ServerResponse,
  unread: UndeliveredEventBytes,
): McpResponseWriter {
  const results = new Map<string, FrameBytes>();

  /** Yields the bytes of messages, which come whole, each placeholder replaced by its JSON. */
  async function* replacePlaceholders(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const messages of body) {
      let rest = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
      for (const [placeholder, json] of results) {
        const at = rest.indexOf(placeholder);
        if (at < 0) continue;
        results.delete(placeholder);
        yield rest.subarray(0, at);
        for (const slice of escapeJson(json)) {
          yield slice;
          await waitForLaterTurn();
        }
        rest = rest.subarray(at + placeholder.length);
      }
      yield rest;
    }
  }

  return {
    addJson: (json) => {
      unread.admit(response.req, json);
      const release = unread.hold(response.req, json);
      if (response.destroyed) release();
      else response.on('close', release);
      const placeholder = randomUUID();
      results.set(placeholder, json);
      return placeholder;
    },
    write: async ({ status, headers, body }) => {
      const replaced = body && (ReadableStream.from(replacePlaceholders(body)) as BodyInit);
      const written = pipeFetchResponse(new Response(replaced, { status, headers }), response);
      // The head is written by now; the first event may come much later.
      response.flushHeaders();
      await written;
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
