import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createRunStreams } from './run-streams.ts';
import { createSweepStreams } from './sweep-streams.ts';
import { createUpstreamBodies } from './upstream-bodies.ts';

/** A running fake upstream. */
export type Upstream = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Path prefix of control requests, which are not counted. */
const control = '/_control/';

/**
 * Starts a fake data node that is cheap enough not to distort measurements. It uses raw sockets,
 * reads the request line only, and writes prebuilt bytes. It supports GET, with pipelining.
 *
 * - `/_control/latency?ms=5` delays every later response.
 * - `/_control/counts` returns the calls by path and resets them.
 * - `/_control/variant` sends the next variant of the sweep, `/_control/finish` ends it.
 * - `/_control/play?events=100&every=40&ends=true` sends events on the event streams and ends them.
 */
export async function startUpstream(port = 0): Promise<Upstream> {
  const answerOf = createUpstreamBodies();
  const streams = createRunStreams();
  const sweep = createSweepStreams();
  const sockets = new Set<Socket>();
  let counts = new Map<string, number>();
  let latency = 0;

  function command(target: string): object {
    const url = new URL(target, 'http://upstream');
    const number = (name: string) => Number(url.searchParams.get(name));
    switch (url.pathname.slice(control.length)) {
      case 'latency':
        latency = number('ms');
        return { latency };
      case 'play':
        streams.play({
          events: number('events'),
          every: number('every'),
          ends: url.searchParams.get('ends') === 'true',
        });
        return { streams: streams.count() };
      case 'variant':
        return { variants: sweep.addVariant() };
      case 'finish':
        sweep.finish();
        return {};
      case 'counts': {
        const reported = Object.fromEntries(counts);
        counts = new Map();
        return reported;
      }
      default:
        return { streams: streams.count() };
    }
  }

  function response(socket: Socket, target: string): void {
    if (target.startsWith(control)) {
      const body = JSON.stringify(command(target));
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return;
    }
    const query = target.indexOf('?');
    const path = query < 0 ? target : target.slice(0, query);
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (path === '/sim/run-stream') {
      streams.open(socket);
      return;
    }
    if (path === '/sim/sweep-stream') {
      sweep.open(socket);
      return;
    }
    const bytes = answerOf(path, target);
    if (latency === 0) socket.write(bytes);
    else setTimeout(() => socket.destroyed || socket.write(bytes), latency);
  }

  const server = createServer({ noDelay: true }, (socket) => {
    let rest = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        response(socket, rest.slice(4, rest.indexOf(' ', 4)));
        rest = rest.slice(end + 4);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
