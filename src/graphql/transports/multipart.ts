import type { ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import type { ExecutionResult } from 'graphql';
import type { UndeliveredBytes } from '../../http/connections/undelivered-bytes.ts';
import type { ResponseBody } from '../../http/response/http-response.ts';
import { totalLength } from '../../lib/collections/total-length.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import { encodeResult } from '../operation-result.ts';
import { pipeFetchResponse } from '../pipe-fetch-response.ts';

const type = 'multipart/mixed; boundary="-"';
const delimiter = '\r\n---';

/**
 * Writes results as parts of `multipart/mixed`. Each part ends with the delimiter of the next one,
 * which tells clients that it is complete. A large part is replaced by an error while the client, or
 * all clients together, have too many unread bytes.
 */
export function writeMultipart(
  results: AsyncIterable<ExecutionResult | ResponseBody>,
  response: ServerResponse,
  { unread, mask }: { readonly unread: UndeliveredBytes; readonly mask: ErrorMask },
): Promise<void> {
  const request = response.req;
  function encodeAdmitted(result: ExecutionResult | ResponseBody): Uint8Array {
    const part = encodePart(result);
    try {
      unread.admit(request, part);
      return part;
    } catch (error) {
      const next = !isEncoded(result) && 'hasNext' in result ? { hasNext: result.hasNext } : {};
      return encodePart({ errors: [mask(error)], ...next });
    }
  }
  async function* encodeParts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(delimiter);
    yield* mapEvents(results, encodeAdmitted);
    yield Buffer.from('--\r\n');
  }
  const body = ReadableStream.from(encodeParts()) as BodyInit;
  const made = new Response(body, { headers: { 'content-type': type } });
  return pipeFetchResponse(made, response, { hold: (bytes) => unread.hold(request, bytes) });
}

function encodePart(result: ExecutionResult | ResponseBody): Uint8Array {
  const json = toPieces(isEncoded(result) ? result : encodeResult(result));
  const length = totalLength(json);
  const head = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${length}`;
  return Buffer.concat([Buffer.from(`\r\n${head}\r\n\r\n`), ...json, Buffer.from(delimiter)]);
}

const isEncoded = (result: ExecutionResult | ResponseBody): result is ResponseBody =>
  typeof result === 'string' || Buffer.isBuffer(result) || Array.isArray(result);

const toPieces = (body: ResponseBody): readonly Buffer[] =>
  typeof body === 'string' ? [Buffer.from(body)] : ([body].flat() as Buffer[]);
