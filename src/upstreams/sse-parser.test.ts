import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSseEventPieces } from './sse-parser.ts';

const limits = { maxEventBytes: 1000, maxBytes: 10_000 };

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

const read = (...parts: (string | Uint8Array)[]) =>
  Array.fromAsync(parseSseEventPieces(chunks(...parts), limits), (pieces) => pieces.join(''));

describe('parseSseEventPieces', () => {
  test('default: yields the data of each event', async () => {
    expect(await read('data: {"a":1}\n\ndata: {"b":2}\n\n')).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('behavior: comments, names, ids and empty events are skipped', async () => {
    expect(await read(': ping\n\nevent: x\nid: 1\nretry: 5\ndata:1\n\n\n\ndata:  2\n\n')).toEqual([
      '1',
      ' 2',
    ]);
  });

  test('behavior: several data lines are one event', async () => {
    expect(await read('data: a\ndata\ndata: b\n\n')).toEqual(['a\n\nb']);
  });

  test('behavior: a byte order mark is skipped, an unfinished event dropped', async () => {
    expect(await read('\uFEFFdata: a\n\ndata: cut of')).toEqual(['a']);
  });

  test('behavior: chunk boundaries and kinds of line ends make no difference', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-zé€😀 :{}"]{1,12}$/u), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(200), { maxLength: 6 }),
        async (events, end, cuts) => {
          const bytes = Buffer.from(events.map((event) => `data: ${event}${end}${end}`).join(''));
          const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length].sort(
            (left, right) => left - right,
          );
          const parts = places.slice(1).map((place, i) => bytes.subarray(places[i], place));
          expect(await read(...parts)).toEqual(events);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('error: an event above the limit is rejected, complete or not', async () => {
    await expect(read(`data: ${'x'.repeat(1001)}\n\n`)).rejects.toThrow('too large');
    await expect(read(`data: ${'x'.repeat(600)}`, 'x'.repeat(600))).rejects.toThrow('too large');
    const lines = `data: ${'x'.repeat(600)}\n`;
    await expect(read(lines, lines)).rejects.toThrow('too large');
  });

  test('error: a stream above the limit is rejected', async () => {
    await expect(read(...Array<string>(20).fill(`: ${'x'.repeat(600)}\n`))).rejects.toThrow(
      'too large',
    );
  });

  test('error: bytes that are not UTF-8 are rejected', async () => {
    await expect(read(Uint8Array.of(0x64, 0xff, 0xfe))).rejects.toThrow('not UTF-8');
  });
});
