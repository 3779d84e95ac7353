/** A copy of received bytes, valid until it is released. */
export type PooledBuffer = {
  readonly bytes: Buffer;
  /** Call it once, when the bytes are no longer read. Without it the buffer is not reused. */
  readonly release: () => void;
};

/** Size of a pooled buffer, bytes; the most that one socket read returns. */
const size = 128 * 1024;
/** Copies of fewer bytes use node's own pool. */
const smallest = 16 * 1024;
const cached = 32;

const free: Buffer[] = [];
const nothing = (): void => {};

/** Copies a chunk that the next socket read overwrites; large copies use pooled buffers. */
export function copyToPooledBuffer(chunk: Buffer): PooledBuffer {
  const { length } = chunk;
  if (length < smallest || length > size) return { bytes: Buffer.from(chunk), release: nothing };
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(size);
  chunk.copy(buffer);
  return {
    bytes: length === size ? buffer : buffer.subarray(0, length),
    release: () => {
      if (free.length < cached) free.push(buffer);
    },
  };
}
