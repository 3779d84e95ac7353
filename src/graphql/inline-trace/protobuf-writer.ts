/**
 * Writes a protobuf message from its last field to its first, so that the length of a nested
 * message is known. Callers write fields and repeated elements in reverse order.
 */
export type ReverseProtobufWriter = {
  /** Writes a whole number from 0 to 2^53 as `int32`, `uint32`, `int64`, `uint64` or `bool`. */
  readonly integer: (field: number, value: number) => void;
  readonly double: (field: number, value: number) => void;
  readonly string: (field: number, value: string) => void;
  readonly message: (field: number, write: () => void) => void;
  readonly bytes: () => Buffer;
};

/** Wire types (https://protobuf.dev/programming-guides/encoding/#structure). */
const wireType = { varint: 0, fixed64: 1, length: 2 } as const;

/** Creates a writer of one message. */
export function createReverseProtobufWriter(): ReverseProtobufWriter {
  let buffer = Buffer.allocUnsafe(4096);
  let length = 0;

  function reserve(bytes: number): number {
    length += bytes;
    if (length > buffer.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      buffer.copy(larger, larger.length - (length - bytes), buffer.length - (length - bytes));
      buffer = larger;
    }
    return buffer.length - length;
  }

  function varint(value: number): void {
    let size = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
    let at = reserve(size);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) {
      buffer[at] = (rest % 128) + 128;
      at += 1;
    }
    buffer[at] = rest;
  }

  const head = (field: number, type: number) => varint(field * 8 + type);

  return {
    integer: (field, value) => {
      varint(value);
      head(field, wireType.varint);
    },
    double: (field, value) => {
      const at = reserve(8);
      buffer.writeDoubleLE(value, at);
      head(field, wireType.fixed64);
    },
    string: (field, value) => {
      const size = Buffer.byteLength(value);
      const at = reserve(size);
      buffer.write(value, at);
      varint(size);
      head(field, wireType.length);
    },
    message: (field, write) => {
      const before = length;
      write();
      varint(length - before);
      head(field, wireType.length);
    },
    bytes: () => buffer.subarray(buffer.length - length),
  };
}
