import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { UndeliveredEventBytes } from '../../http/connections/undelivered-event-bytes.ts';
import { createMcpResponseWriter } from './response-writer.ts';

/** Serves one message with the JSON of a value as its text; returns what a client reads of it. */
async function roundTrip(pieces: readonly Buffer[]) {
  const held: string[] = [];
  const unread: UndeliveredEventBytes = {
    admit: () => void held.push('admitted'),
    hold: () => {
      held.push('held');
      return () => void held.push('released');
    },
  };
  await using server = createServer((_request, response) => {
    const writer = createMcpResponseWriter(response, unread);
    const message = {
      id: 1,
      result: { content: [{ type: 'text', text: writer.setResult(pieces) }] },
    };
    const progress = { method: 'notifications/progress' };
    const body = new ReadableStream({
      start: (controller) => {
        for (const one of [progress, message]) {
          controller.enqueue(Buffer.from(`event: message\ndata: ${JSON.stringify(one)}\n\n`));
        }
        controller.close();
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    void writer.write(new Response(body, { headers }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`);
  const events = (await response.text()).split('\n\n');
  expect(events.map((event) => event.slice(0, 14))).toEqual([
    'event: message',
    'event: message',
    '',
  ]);
  const data = JSON.parse(events[1]?.split('\ndata: ')[1] ?? '');
  await expect.poll(() => held).toEqual(['admitted', 'held', 'released']);
  return data.result.content[0].text as string;
}

test.each([
  ['a short one', 'a'],
  ['one of several slices, with characters that a slice may end in', '"é\\漢\n😀'.repeat(60_000)],
  ['an empty one', ''],
])('default: the text of a message is the JSON of the result: %s', async (_what, value) => {
  const json = JSON.stringify({ value });
  expect(await roundTrip([Buffer.from(json)])).toBe(json);
  const middle = json.length >> 1;
  // Pieces end between characters, as those of `encodeInChunks` do.
  const cut = /[\uDC00-\uDFFF]/.test(json.charAt(middle)) ? middle + 1 : middle;
  const pieces = [json.slice(0, cut), json.slice(cut)].map((piece) => Buffer.from(piece));
  expect(await roundTrip(pieces)).toBe(json);
});
