import { type Duplex, pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzip,
  inflate,
  inflateRaw,
} from 'node:zlib';
import { UpstreamUnavailableError } from '../lib/errors.ts';

/** The content codings that upstreams are told to use (`Accept-Encoding`). */
export const acceptedContentCodings = 'gzip, br, identity';

type Decode = (body: Uint8Array, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;
type Decoder = { readonly decode: Decode; readonly createStream: () => Duplex };

const inflateZlib = promisify(inflate) as Decode;
const inflateHeaderless = promisify(inflateRaw) as Decode;
const gzip: Decoder = { decode: promisify(gunzip) as Decode, createStream: createGunzip };
const decoders: Readonly<Record<string, Decoder>> = {
  gzip,
  'x-gzip': gzip,
  br: { decode: promisify(brotliDecompress) as Decode, createStream: createBrotliDecompress },
  deflate: {
    // Some servers send it without the header of zlib (RFC 9110 §8.4.1.2).
    decode: (body, limit) =>
      ((body[0] ?? 0) & 0x0f) === 8 ? inflateZlib(body, limit) : inflateHeaderless(body, limit),
    createStream: createInflate,
  },
};

function findDecoder(coding: string): Decoder {
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (decoder) return decoder;
  throw new UpstreamUnavailableError('an upstream response has an unknown content coding');
}

/** Whether a body with this `Content-Encoding`, in lower case, has to be decoded. */
export const isContentEncoded = (coding: string): boolean => coding !== '' && coding !== 'identity';

/**
 * Decodes a whole body.
 *
 * @throws {UpstreamUnavailableError} the coding is unknown, the body is damaged, or it has more than
 * `maxBytes` when it is decoded.
 */
export async function decodeContent(
  body: Uint8Array,
  coding: string,
  maxBytes: number,
): Promise<Buffer> {
  try {
    return await findDecoder(coding).decode(body, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (cause instanceof UpstreamUnavailableError) throw cause;
    throw new UpstreamUnavailableError('an upstream response is too large or damaged', { cause });
  }
}

/**
 * Returns the decoded stream of a body; destroying either destroys both.
 *
 * @throws {UpstreamUnavailableError} the coding is unknown.
 */
export function decodeContentStream(body: Readable, coding: string): Readable {
  return pipeline(body, findDecoder(coding).createStream(), () => {});
}
