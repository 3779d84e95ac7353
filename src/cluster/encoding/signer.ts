import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Signs and verifies what replicas write to Redis. A signature is valid for one name, its purpose.
 */
export type ReplicaDataSigner = {
  /** Length of a signature, bytes. */
  readonly length: number;
  readonly sign: (name: string, ...parts: readonly Uint8Array[]) => Buffer;
  readonly isValid: (
    signature: Uint8Array,
    name: string,
    ...parts: readonly Uint8Array[]
  ) => boolean;
  /** Returns the text with its signature in front, or the text alone if there is no signing key. */
  readonly seal: (name: string, text: string) => string;
  /** Returns the text without its signature; null if the signature is not valid for this name. */
  readonly unseal: (name: string, sealed: string) => string | null;
};

const checksumBytes = 4;
const macBytes = 32;
const macLetters = 43;

/** Creates a signer. Without a key, it only detects damage, and `seal` adds no signature. */
export function createReplicaDataSigner(key: string | undefined): ReplicaDataSigner {
  const sign: ReplicaDataSigner['sign'] = (name, ...parts) => {
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
  const isValid: ReplicaDataSigner['isValid'] = (signature, name, ...parts) => {
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
