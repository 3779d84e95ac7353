import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { abortResponse } from '../../http/connections/abort-response.ts';
import type { UndeliveredEventBytes } from '../../http/connections/undelivered-event-bytes.ts';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import { defaultClientStallTimeout, waitForDrain } from '../../http/sse/sse-writer.ts';
import { waitForLaterTurn } from '../../lib/event-loop-turns.ts';

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

  /** Yields the bytes of complete messages, each placeholder replaced by its JSON. */
  function* replacePlaceholders(messages: Uint8Array): Generator<Uint8Array> {
    let rest = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
    for (const [placeholder, json] of results) {
      const at = rest.indexOf(placeholder);
      if (at < 0) continue;
      results.delete(placeholder);
      yield rest.subarray(0, at);
      yield* escapeJson(json);
      rest = rest.subarray(at + placeholder.length);
    }
    yield rest;
  }

  /** Writes a chunk; resolves to false if the client has disconnected or does not read it. */
  async function writeChunk(chunk: Uint8Array): Promise<boolean> {
    if (response.destroyed) return false;
    if (response.write(chunk)) return true;
    await waitForLaterTurn();
    return !response.writableNeedDrain || waitForDrain(response, defaultClientStallTimeout);
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
      response.writeHead(status, Object.fromEntries(headers));
      if (body) response.flushHeaders();
      for await (const messages of body ?? []) {
        for (const chunk of replacePlaceholders(messages)) {
          if (!(await writeChunk(chunk))) return abortResponse(response);
        }
      }
      response.end();
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
