import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';

/** Larger values stay with the replica that has them, bytes. */
export const maxEncodedBytes = 8 * 1024 * 1024;
/** Of the checksum before the value, bytes. */
const headBytes = 4;

/**
 * A value as bytes: structured-clone encoding, since values hold maps and big integers that JSON
 * does not carry, after a checksum over its name and itself. Null when it cannot be encoded or is
 * too large.
 */
export function encode(name: string, value: unknown): Buffer | null {
  let body: Buffer;
  try {
    body = serialize(value);
  } catch {
    return null;
  }
  if (body.length > maxEncodedBytes) return null;
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32BE(crc32(body, crc32(name)));
  return Buffer.concat([head, body]);
}

/** The value again; null for bytes that were not encoded under this name. */
export function decode(name: string, bytes: unknown): { readonly value: unknown } | null {
  if (!Buffer.isBuffer(bytes) || bytes.length <= headBytes || bytes.length > maxEncodedBytes * 2) {
    return null;
  }
  const body = bytes.subarray(headBytes);
  if (bytes.readUInt32BE() !== crc32(body, crc32(name))) return null;
  try {
    return { value: deserialize(body) };
  } catch {
    return null;
  }
}
