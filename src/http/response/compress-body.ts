import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { type HttpResponse, isPieces, type ResponseBody } from './http-response.ts';

const compressWhole = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const options = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 6 } };
const chunkBytes = 64 * 1024;

/** The `Content-Encoding` of a body; `identity` is uncompressed. */
export type ContentEncoding = 'identity' | 'br' | 'gzip';

/** Returns a response's body in an encoding; a promise while it is compressed, on first use. */
export function getBodyInEncoding(
  { body, compressed }: HttpResponse,
  encoding: ContentEncoding,
): ResponseBody | Promise<ResponseBody> {
  if (encoding === 'identity' || compressed === undefined) return body;
  compressed[encoding] ??= compress(body, encoding).then((made) => {
    compressed[encoding] = made;
    return made;
  });
  return compressed[encoding];
}

/** Compresses a list piece by piece, because joining it takes long. */
async function compress(body: ResponseBody, encoding: 'br' | 'gzip'): Promise<ResponseBody> {
  if (!isPieces(body)) return compressWhole[encoding](body, options[encoding]);
  const chunked = { ...options[encoding], chunkSize: chunkBytes };
  const stream = encoding === 'br' ? createBrotliCompress(chunked) : createGzip(chunked);
  return Readable.from(body).pipe(stream).toArray();
}
