import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Tells what replicas of this deployment have written to Redis from anything else. */
export type Signer = {
  /** Of a signature, bytes. */
  readonly length: number;
  /** The signature of bytes for a purpose: under another name they have another one. */
  readonly sign: (name: string, ...parts: readonly Uint8Array[]) => Buffer;
  readonly isValid: (
    signature: Uint8Array,
    name: string,
    ...parts: readonly Uint8Array[]
  ) => boolean;
  /** A text with its signature before it; without a key the text alone. */
  readonly seal: (name: string, text: string) => string;
  /** The text that was sealed for this purpose; null for any other. */
  readonly unseal: (name: string, sealed: string) => string | null;
};

/** Of a checksum, bytes. */
const checksumBytes = 4;
/** Of an HMAC with SHA-256, bytes. */
const macBytes = 32;
/** Of the same in base64url, characters. */
const macLetters = 43;

/**
 * @param key - With it, signatures are HMACs that nobody without the key can make. Without it they are
 * checksums, which find damage and nothing else; texts have none.
 */
export function createSigner(key: string | undefined): Signer {
  const sign: Signer['sign'] = (name, ...parts) => {
    if (key === undefined) {
      const sum = parts.reduce((before, part) => crc32(part, before), crc32(name));
      const bytes = Buffer.allocUnsafe(checksumBytes);
      bytes.writeUInt32BE(sum);
      return bytes;
    }
    const mac = createHmac('sha256', key).update(`${name.length} ${name}`);
    for (const part of parts) mac.update(part);
    return mac.digest();
  };
  const isValid: Signer['isValid'] = (signature, name, ...parts) => {
    const right = sign(name, ...parts);
    return signature.length === right.length && timingSafeEqual(signature, right);
  };
  return {
    length: key === undefined ? checksumBytes : macBytes,
    sign,
    isValid,
    seal: (name, text) =>
      key === undefined ? text : sign(name, Buffer.from(text)).toString('base64url') + text,
    unseal: (name, sealed) => {
      if (key === undefined) return sealed;
      const text = sealed.slice(macLetters);
      const signature = Buffer.from(sealed.slice(0, macLetters), 'base64url');
      return isValid(signature, name, Buffer.from(text)) ? text : null;
    },
  };
}
