import { describe, expect, test } from 'vitest';
import { createReverseProtobufWriter, type ReverseProtobufWriter } from './protobuf-writer.ts';

const hex = (write: (writer: ReverseProtobufWriter) => void) => {
  const writer = createReverseProtobufWriter();
  write(writer);
  return writer.bytes().toString('hex');
};

// The bytes are those of https://protobuf.dev/programming-guides/encoding.
describe('createReverseProtobufWriter', () => {
  test('default: integers are written in groups of seven bits', () => {
    expect(hex((writer) => writer.integer(1, 150))).toBe('089601');
    expect(hex((writer) => writer.integer(1, 0))).toBe('0800');
    expect(hex((writer) => writer.integer(16, 2 ** 53))).toBe('80018080808080808010');
  });

  test('default: texts and messages are written after their length in bytes', () => {
    expect(hex((writer) => writer.string(2, 'testing'))).toBe('120774657374696e67');
    expect(hex((writer) => writer.string(2, 'é'))).toBe('1202c3a9');
    expect(hex((writer) => writer.message(3, () => writer.integer(1, 150)))).toBe('1a03089601');
  });

  test('default: doubles are written in little-endian order', () => {
    expect(hex((writer) => writer.double(31, 1))).toBe('f901000000000000f03f');
  });

  test('behavior: the last field comes first, whatever the size of the message', () => {
    const long = 'x'.repeat(10_000);
    const written = hex((writer) => {
      writer.string(2, long);
      writer.string(1, long);
      writer.integer(1, 1);
    });
    const text = Buffer.from(long).toString('hex');
    expect(written).toBe(`08010a904e${text}12904e${text}`);
  });
});
