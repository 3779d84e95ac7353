import { addExtension, Packr } from 'msgpackr';
import { RawJson } from '../lib/encoding/raw-json.ts';

/** Limit of an encoded value, bytes. Larger values are not shared. */
export const maxSharedValueBytes = 8 * 1024 * 1024;

addExtension({
  Class: RawJson,
  type: 1,
  write: ({ text }: RawJson) => text,
  read: (text: string) => new RawJson(text),
});
const packr = new Packr({ moreTypes: true, useBigIntExtension: true, copyBuffers: true });

/**
 * Encodes a value as MessagePack for the other replicas; null if it is too large or cannot be
 * encoded. Plain data, bigints, dates, maps, sets, bytes and `RawJson` are decoded as they were.
 */
export function encodeSharedValue(value: unknown): Buffer | null {
  try {
    const bytes = packr.pack(value);
    return bytes.length > maxSharedValueBytes ? null : bytes;
  } catch {
    return null;
  }
}

/** Decodes what `encodeSharedValue` returned; undefined for anything else. */
export function decodeSharedValue(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length > maxSharedValueBytes) return undefined;
  try {
    return packr.unpack(bytes);
  } catch {
    return undefined;
  }
}
