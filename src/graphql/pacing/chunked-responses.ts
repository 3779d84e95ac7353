import type { ExecutionResult } from 'graphql';
import { type FetchAPI, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import type { ChunkedJson } from '../../lib/encoding/chunked-json.ts';
import { acceptsMultipart, negotiateMediaType } from '../request/media-type.ts';
import { encodeResultBetween } from '../sse/graphql-sse-frames.ts';
import { getChunkedResult } from './limit-result-size.ts';

type Outcome = ExecutionResult | AsyncIterable<ExecutionResult>;

const chunks = new WeakMap<Response, ChunkedJson>();

/** Returns the JSON of a response that is one document encoded in chunks, else undefined. */
export const getEncodedResponseChunks = (response: Response): ChunkedJson | undefined =>
  chunks.get(response);

/** Yoga plugin that writes chunked and incremental results over several event-loop turns. */
export function useChunkedResponses(): Plugin<Context> {
  return {
    onResultProcess(event) {
      const { request, acceptableMediaTypes, resultProcessor, setResultProcessor } = event;
      const outcome = event.result as Outcome;
      const text = Symbol.asyncIterator in outcome ? null : (getChunkedResult(outcome) ?? null);
      if (!resultProcessor || !(text || Symbol.asyncIterator in outcome)) return;
      // Yoga does not list the type for subscriptions, which it sends as event streams.
      if (!acceptableMediaTypes.includes('multipart/mixed')) return;
      const accept = request.headers.get('accept') ?? undefined;
      const type = negotiateMediaType(accept);
      if (resultProcessor !== processRegularResult) {
        if (!acceptsMultipart(accept)) return;
        setResultProcessor(
          (_, fetchAPI) => toMultipart(outcome, fetchAPI),
          multipartSubscriptionType,
        );
      } else if (text && type) {
        setResultProcessor((_, fetchAPI) => toDocument(text, type, fetchAPI), type);
      }
    },
  };
}

function toDocument(
  text: ChunkedJson,
  contentType: string,
  { Response, ReadableStream }: FetchAPI,
): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of text.pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const response = new Response(body, { headers: { 'content-type': contentType } });
  chunks.set(response, text);
  return response;
}

const multipartSubscriptionType = 'multipart/mixed; boundary="-"';
const delimiter = '\r\n---';
const preamble = Buffer.from(delimiter);
const end = Buffer.from('--\r\n');

/** Each part ends with the delimiter of the next one, which tells clients that it is complete. */
function toMultipart(outcome: Outcome, { Response, ReadableStream }: FetchAPI): Response {
  const parts =
    Symbol.asyncIterator in outcome ? outcome[Symbol.asyncIterator]() : [outcome].values();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(preamble),
    pull: async (controller) => {
      const { value, done } = await parts.next();
      if (!done) for (const piece of encodePart(value)) controller.enqueue(piece);
      if (!done) return;
      controller.enqueue(end);
      controller.close();
    },
    cancel: () => void parts.return?.(),
  });
  return new Response(body, { headers: { 'content-type': multipartSubscriptionType } });
}

function encodePart(result: ExecutionResult): readonly Uint8Array[] {
  const pieces = [encodeResultBetween('', result, '')].flat();
  const length = pieces.reduce((bytes, piece) => bytes + piece.length, 0);
  const type = 'Content-Type: application/json; charset=utf-8';
  const head = `\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`;
  return [Buffer.from(head), ...pieces, preamble];
}
