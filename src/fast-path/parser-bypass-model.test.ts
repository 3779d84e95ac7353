import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatGetRequest,
  formatPostRequest,
  recordReceived,
  startBypassServer,
} from './testing/bypass-server.ts';

const url = fc.constantFrom('/kept/a', '/kept/a', '/kept/b', '/other', '/late');
const content = fc.oneof(
  fc.string({ maxLength: 8 }).map((text) => Buffer.from(text).toString('latin1')),
  url.map((path) => formatGetRequest(path)),
);
const anyRequest = fc.oneof(
  { weight: 4, arbitrary: url.map((path) => formatGetRequest(path)) },
  {
    weight: 3,
    arbitrary: fc.tuple(url, content).map(([path, body]) => formatPostRequest(path, body)),
  },
  url.map((path) => formatGetRequest(path).replace('GET', 'HEAD')),
  url.map(
    (path) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  ),
);
/** Ways to end a connection: by a request or by invalid HTTP. */
const anyEnd = fc.constantFrom(
  formatGetRequest('/end', 'Connection: close\r\n'),
  'nonsense\r\n\r\n',
  'GET /kept/a HTTP/1.1\r\nHost: x\n\r\n',
);
const cuts = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 }),
);
/** Requests in pieces, some of which look like a request, and the number of requests. */
const anyPieces = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(anyRequest, cuts)
      .map(([request, at]) => ({ pieces: cutInto(request, at), answers: 1 })),
  },
  fc.tuple(anyRequest, anyRequest).map(([one, two]) => ({ pieces: [one + two], answers: 2 })),
  fc.tuple(url, url).map(([outer, inner]) => {
    const beginning = `GET ${outer} HTTP/1.1\r\nX-A: `;
    return { pieces: [beginning, formatGetRequest(inner)], answers: 1 };
  }),
  fc.tuple(url, url).map(([outer, inner]) => {
    const request = formatPostRequest(outer, formatGetRequest(inner));
    const at = 1 - formatGetRequest(inner).length / request.length;
    return { pieces: cutInto(request, [at]), answers: 1 };
  }),
);

function cutInto(request: string, cuts: readonly number[]): readonly string[] {
  const places = cuts.map((at) => Math.round(at * request.length)).sort((one, two) => one - two);
  const pieces = [0, ...places].map((from, index) => request.slice(from, places[index]));
  return pieces.filter((piece) => piece !== '');
}

/** Pieces to send and what to wait for after them. */
const step = fc.record({
  asked: anyPieces,
  waits: fc.constantFrom('not', 'a little', 'for the answer', 'for the answer'),
});
const script = fc.record({ steps: fc.array(step, { minLength: 2, maxLength: 8 }), end: anyEnd });

type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

/** Sends all steps on one connection and returns what was received. */
async function play(
  server: Awaited<ReturnType<typeof startBypassServer>>,
  { steps, end }: Script,
): Promise<string> {
  const socket = await server.connect();
  const heard = recordReceived(socket);
  const opening = {
    asked: { pieces: [formatGetRequest('/kept/a')], answers: 1 },
    waits: 'for the answer',
  };
  let responses = 0;
  for (const { asked: requestInfo, waits } of [opening, ...steps]) {
    responses += requestInfo.answers;
    for (const piece of requestInfo.pieces) {
      socket.write(piece, 'latin1');
      if (waits !== 'not') await pause(1);
    }
    if (waits === 'for the answer') await heard.until(responses);
  }
  // Invalid HTTP closes the connection at once, even while responses are pending.
  if (!end.includes('close')) await heard.until(responses);
  socket.write(end);
  // Remove random ids and the header lines in which raw and node's own heads differ.
  return (await heard.untilClosed()).replaceAll(
    /(Date|Connection|Keep-Alive|X-Request-Id): [^\r]*\r\n/g,
    '',
  );
}

test('behavior: any requests in any pieces get the same responses as without the bypass', async () => {
  await using quick = await startBypassServer({ fastPathEnabled: true });
  await using plain = await startBypassServer({ fastPathEnabled: false });
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 10, maxLength: 10 }), async (scripts) => {
      const both = scripts.map((each) => Promise.all([play(quick, each), play(plain, each)]));
      for (const [withIt, without] of await Promise.all(both)) expect(withIt).toBe(without);
    }),
    { numRuns: 40 },
  );
  expect(quick.parsed.length).toBeLessThan(plain.parsed.length - 100);
  expect(quick.started.length).toBeGreaterThan(20);
}, 60_000);
