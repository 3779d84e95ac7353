import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseHeadAndBody } from '../http/response/serialized-response.ts';
import { setBatchedImmediate } from '../streaming/batch-immediate.ts';
import {
  createLastRequestHeadersCache,
  type LastRequestHeadersCache,
  type MinimalRequest,
  parseMinimalRequest,
} from './minimal-request-parser.ts';
import { type NodeInternalNames, nodeInternals, readSocketResponse } from './node-internals.ts';
import { completeResponseHead } from './prepared-head.ts';
import { readThroughSharedBuffer } from './shared-read-buffer.ts';

/** Sends the response to the bypassed request in progress; called once for each request. */
type SendReply = (response: ResponseHeadAndBody) => void;

/** A connection whose bytes are inspected before node's parser. */
type AttachedConnection = {
  readonly socket: Socket;
  /** Node's own `data` listener, which feeds its parser. */
  readonly parse: (bytes: Buffer) => void;
  readonly send: () => void;
  /** True when the parser is between two requests: its last byte was the last of a request. */
  isBetween: boolean;
  /** A response to be written at the end of this turn of the event loop, or null. */
  waiting: ResponseHeadAndBody | null;
  /** True while the bypass handles a request; bytes received meanwhile are held. */
  isBusy: boolean;
  /** Number of further requests that may bypass the parser on this connection. */
  remaining: number;
  onDisconnect: (() => void) | null;
  readonly reply: SendReply;
  held: Buffer[];
  heldBytes: number;
  readonly lastHeaders: LastRequestHeadersCache;
};

/** The connection is paused when this many received bytes are held. */
const maxHeldBytes = 65_536;

/**
 * Starts to handle a request; returns null to leave it to node's parser.
 *
 * @param reply - Must be called once, synchronously or later, unless null is returned.
 * @param headerLines - The request's header lines, each with its line end, and a blank line.
 * @returns a function that is called when the client disconnects before the reply.
 */
export type TryHandleMinimalRequest = (
  request: MinimalRequest,
  socket: Socket,
  reply: SendReply,
  headerLines: string,
) => (() => void) | null;

/**
 * Serves minimal requests without node's parser, request and response objects, which take most of
 * the CPU time of a cached response.
 *
 * The first request of a connection goes through the parser. After that, bytes that are exactly one
 * minimal request go to `begin`, and everything else to the parser. That is safe only while the
 * parser is between two requests: the last request it got must be complete and equal to the one
 * parsed here.
 *
 * A `data` listener slows requests that the parser reads, so attach only connections that send
 * requests for the bypass.
 *
 * @param options.maxBypassedRequests - Maximum per connection; later requests go to the parser.
 */
export function createParserBypass(
  begin: TryHandleMinimalRequest,
  options: { readonly maxBypassedRequests?: number; readonly names?: NodeInternalNames } = {},
) {
  const { maxBypassedRequests = 100_000, names = nodeInternals } = options;
  const known = new WeakSet<Socket>();
  const tapped = new WeakMap<Socket, AttachedConnection>();
  let isClosed = false;
  let unsent = 0;
  const onSent = () => {
    unsent -= 1;
  };
  let parsedRequest: IncomingMessage | null = null;
  /** URL at parse time; handlers rewrite `request.url`. */
  let parsedUrl: string | undefined;
  let count = 0;

  function tryHandle(watched: AttachedConnection, bytes: Buffer): void {
    if (watched.isBusy || watched.held.length > 0) {
      hold(watched, bytes);
    } else {
      watched.send();
      onData(watched, bytes);
    }
  }

  function hold(watched: AttachedConnection, bytes: Buffer): void {
    watched.held.push(bytes);
    watched.heldBytes += bytes.length;
    if (watched.heldBytes >= maxHeldBytes) watched.socket.pause();
  }

  function drainPending(watched: AttachedConnection): void {
    const { socket, held } = watched;
    if (held.length === 0) return;
    watched.held = [];
    watched.heldBytes = 0;
    socket.resume();
    onData(watched, Buffer.concat(held));
  }

  function tryBegin(watched: AttachedConnection, request: MinimalRequest): boolean {
    watched.isBusy = true;
    watched.remaining -= 1;
    unsent += 1;
    const { socket, reply, lastHeaders } = watched;
    const onDisconnect = begin(request, socket, reply, lastHeaders.text);
    if (onDisconnect === null) {
      end(watched);
      onSent();
      return false;
    }
    // `reply` may have been called synchronously.
    if (watched.isBusy) watched.onDisconnect = onDisconnect;
    return true;
  }

  function onData(watched: AttachedConnection, bytes: Buffer): void {
    const { socket } = watched;
    const request = parseMinimalRequest(bytes, watched.lastHeaders);
    const isHere = watched.remaining > 0 && !isClosed;
    const isNext = isHere && watched.isBetween && readSocketResponse(socket, names) === undefined;
    const isOurs = request && isNext && socket.writableLength === 0;
    if (isOurs && tryBegin(watched, request)) return;
    parse(watched, request, bytes);
  }

  function parse(watched: AttachedConnection, request: MinimalRequest | null, bytes: Buffer): void {
    parsedRequest = null;
    count = 0;
    watched.parse(bytes);
    watched.isBetween =
      request !== null &&
      count === 1 &&
      parsedUrl === request.url &&
      isSame(request, parsedRequest);
    parsedRequest = null;
  }

  function write(socket: Socket, prepared: ResponseHeadAndBody): void {
    const head = completeResponseHead(prepared);
    const { body, budget } = prepared;
    if (body === null || typeof body === 'string') {
      socket.write(head + (body ?? ''), 'latin1');
    } else {
      socket.cork();
      socket.write(head, 'latin1');
      for (const piece of 'buffers' in body ? body.buffers : [body]) socket.write(piece);
      socket.uncork();
    }
    if (socket.writableLength === 0) {
      onSent();
      return;
    }
    const release = body === null ? undefined : budget?.hold(body);
    // This callback runs after all earlier writes, and also when the connection closes.
    socket.write('', () => {
      release?.();
      onSent();
    });
  }

  function install(socket: Socket): void {
    // On a paused connection a new `data` listener would remove node's own resume handling.
    if (socket.isPaused()) {
      socket.once('resume', () => setImmediate(install, socket));
      return;
    }
    const [parse, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (isClosed || socket.destroyed || !parse || others.length > 0) return;
    const send = () => {
      const { waiting } = watched;
      if (waiting === null) return;
      watched.waiting = null;
      if (!socket.writable) {
        onSent();
        return;
      }
      write(socket, waiting);
      drainPending(watched);
    };
    const reply = (response: ResponseHeadAndBody) => {
      if (!watched.isBusy) return;
      end(watched);
      watched.waiting = response;
      setBatchedImmediate(send);
    };
    const watched: AttachedConnection = {
      socket,
      parse,
      send,
      isBetween: false,
      waiting: null,
      isBusy: false,
      remaining: maxBypassedRequests,
      onDisconnect: null,
      reply,
      held: [],
      heldBytes: 0,
      lastHeaders: createLastRequestHeadersCache(),
    };
    tapped.set(socket, watched);
    socket.removeListener('data', parse);
    readThroughSharedBuffer(socket, (bytes) => tryHandle(watched, bytes), names);
    socket.once('close', () => {
      if (!watched.isBusy) return;
      const { onDisconnect } = watched;
      end(watched);
      onSent();
      onDisconnect?.();
    });
  }

  return {
    /** Inspects the bytes of a connection before node's parser from now on. */
    attach: (socket: Socket): void => {
      if (isClosed || known.has(socket)) return;
      known.add(socket);
      // The parser is running now; its listener must not be replaced before it returns.
      setImmediate(install, socket);
    },
    /** Must be called for each request that node's parser emits, to know what it has read. */
    countParsedRequest: (request: IncomingMessage): void => {
      parsedRequest = request;
      parsedUrl = request.url;
      count += 1;
    },
    /** Turns the bypass off: all bytes received from now on go to the parser. */
    close: (): void => {
      isClosed = true;
    },
    /** Keeps a server from closing connections as idle while bypassed responses are sent on them. */
    keepAliveDuringBypass: (server: Server): void => {
      const closeIdleConnections = server.closeIdleConnections.bind(server);
      server.closeIdleConnections = () => {
        if (unsent === 0) closeIdleConnections();
      };
      // Without a listener node destroys idle connections; those with a bypassed request stay open.
      server.on('timeout', (socket: Socket) => {
        const watched = tapped.get(socket);
        const isInUse = watched !== undefined && (watched.isBusy || socket.writableLength > 0);
        if (!isInUse) socket.destroy();
      });
    },
  };
}

function end(watched: AttachedConnection): void {
  watched.isBusy = false;
  watched.onDisconnect = null;
}

/** Whether node's parser has read exactly this request; the caller compares the URL. */
function isSame(request: MinimalRequest, parsed: IncomingMessage | null): boolean {
  const { method, headers, lines } = request;
  return (
    parsed?.complete === true &&
    parsed.method === method &&
    parsed.rawHeaders.length === 2 * lines &&
    parsed.headers['content-length'] === headers['content-length']
  );
}
