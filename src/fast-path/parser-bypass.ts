import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { getInFlightResponse } from '../http/in-flight-response.ts';
import { formatResponseHead, type RawResponse } from '../http/response/raw-response.ts';
import { batchImmediate } from '../streaming/batch-immediate.ts';
import {
  createHeaderBlockCache,
  type HeaderBlockCache,
  type MinimalRequest,
  parseMinimalRequest,
} from './minimal-request-parser.ts';
import { readIntoSharedBuffer } from './shared-read-buffer.ts';

/** A way past node's parser for plain requests. */
export type ParserBypass = {
  /** Looks at what comes on this connection from now on, since it asks what is answered here. */
  readonly attach: (socket: Socket) => void;
  /** Tells of a request that node's parser has read. */
  readonly countParsedRequest: (request: IncomingMessage) => void;
  /** Sends everything through the parser from now on. */
  readonly close: () => void;
  /** Keeps a server from closing connections as idle while answers that it knows nothing of are taken. */
  readonly keepAliveDuringBypass: (server: Server) => void;
};

/** Takes the answer that was being made; null leaves the request to node's parser after all. */
export type SendReply = (response: RawResponse | null) => void;

/** A request, and the bytes that it was read from. */
type StartedRequest = { readonly request: MinimalRequest; readonly bytes: Buffer };

/** A connection that is looked at. */
type AttachedConnection = {
  readonly socket: Socket;
  /** What node does with the bytes that come. */
  readonly parse: (bytes: Buffer) => void;
  /** Writes the answer that waits for the end of the turn, if one does. */
  readonly send: () => void;
  /** True when the last byte that the parser got was the last of a request. */
  isBetween: boolean;
  /** The answer that waits for the end of the turn. */
  waiting: RawResponse | null;
  /** True while an answer is being made here; what comes meanwhile is held. */
  isBusy: boolean;
  /** How many more are answered here before the parser has them all, which counts and ends the connection. */
  remaining: number;
  /** The request whose answer is being made. */
  started: StartedRequest | null;
  /** Tells whoever makes the answer that the client has left. */
  onDisconnect: (() => void) | null;
  readonly reply: SendReply;
  held: Buffer[];
  heldBytes: number;
  readonly headerBlockCache: HeaderBlockCache;
};

/** When so much waits for an answer before it, the connection is not read on, bytes. */
const maxHeldBytes = 65_536;

/**
 * Begins to answer a request; null when that is not for here.
 *
 * @param reply - Takes the answer, at once or later, once.
 * @returns what to call when the client leaves before.
 */
export type StartHandling = (
  request: MinimalRequest,
  socket: Socket,
  reply: SendReply,
) => (() => void) | null;

/**
 * Answers plain requests on a connection without node's parser, request and response: a hit of 1 kB
 * takes 17 µs of CPU where the leanest use of them takes 36 to 40, by POST 16 where it takes 50
 * (bare servers with one ready answer, wrk with 16 connections, one core).
 *
 * A connection's first plain read goes the whole way; then the connection is looked at. Bytes that
 * are one whole plain request get their answer at once if it is in memory, and by and by if it is
 * one to be made here; what comes meanwhile waits. Everything else goes to the parser as it came,
 * which knows nothing of what was answered here. That is right only while the parser stands between
 * two requests: its last bytes must have made exactly the request that was read in them here,
 * complete, and with all of their lines. Until that is so, nothing is answered here.
 *
 * Node stops reading from the socket itself once somebody listens to its bytes, which costs the
 * requests that the parser gets; that is why connections without others are left alone.
 *
 * @param mostAnswered - So many on one connection, then the parser gets them all: node bounds the
 * requests of a connection by what its parser has read.
 */
export function createParserBypass(
  begin: StartHandling,
  maxBypassedRequests = 100_000,
): ParserBypass {
  const known = new WeakSet<Socket>();
  const tapped = new WeakMap<Socket, AttachedConnection>();
  let isClosed = false;
  let unsent = 0;
  const done = () => {
    unsent -= 1;
  };
  let noted: IncomingMessage | null = null;
  /** The doors rewrite the URL of their request. */
  let notedUrl: string | undefined;
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

  function isBegun(watched: AttachedConnection, request: MinimalRequest, bytes: Buffer): boolean {
    watched.isBusy = true;
    watched.remaining -= 1;
    watched.started = { request, bytes };
    unsent += 1;
    const leave = begin(request, watched.socket, watched.reply);
    if (leave === null) {
      end(watched);
      done();
      return false;
    }
    // It may have been answered at once.
    if (watched.isBusy) watched.onDisconnect = leave;
    return true;
  }

  function fallBackToParser(watched: AttachedConnection): void {
    const { started, socket } = watched;
    // On a connection that is closing, who has begun is told that the client has left.
    if (started === null || !socket.writable) return;
    end(watched);
    done();
    parse(watched, started.request, started.bytes);
    drainPending(watched);
  }

  function onData(watched: AttachedConnection, bytes: Buffer): void {
    const { socket } = watched;
    const request = parseMinimalRequest(bytes, watched.headerBlockCache);
    const isHere = watched.remaining > 0 && !isClosed;
    const isNext = isHere && watched.isBetween && getInFlightResponse(socket) === null;
    const isOurs = request && isNext && socket.writableLength === 0;
    if (isOurs && isBegun(watched, request, bytes)) return;
    parse(watched, request, bytes);
  }

  /** @param request - What was read in the bytes here. */
  function parse(watched: AttachedConnection, request: MinimalRequest | null, bytes: Buffer): void {
    noted = null;
    count = 0;
    watched.parse(bytes);
    watched.isBetween =
      request !== null && count === 1 && notedUrl === request.url && isSame(request, noted);
    noted = null;
  }

  function write(socket: Socket, prepared: RawResponse): void {
    const head = formatResponseHead(prepared);
    const { body, room } = prepared;
    if (body === null || typeof body === 'string') {
      socket.write(head + (body ?? ''), 'latin1');
    } else {
      socket.cork();
      socket.write(head, 'latin1');
      for (const piece of 'buffers' in body ? body.buffers : [body]) socket.write(piece);
      socket.uncork();
    }
    if (socket.writableLength === 0) {
      done();
      return;
    }
    const release = body === null ? undefined : room?.hold(body);
    // Called behind everything before it, and when the connection ends.
    socket.write('', () => {
      release?.();
      done();
    });
  }

  function install(socket: Socket): void {
    // Node drops what would make it read on as soon as another listens to the bytes.
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
        done();
        return;
      }
      write(socket, waiting);
      drainPending(watched);
    };
    const reply = (response: RawResponse | null) => {
      if (!watched.isBusy) return;
      if (response === null) {
        fallBackToParser(watched);
        return;
      }
      end(watched);
      watched.waiting = response;
      batchImmediate(send);
    };
    const watched: AttachedConnection = {
      socket,
      parse,
      send,
      isBetween: false,
      waiting: null,
      isBusy: false,
      remaining: maxBypassedRequests,
      started: null,
      onDisconnect: null,
      reply,
      held: [],
      heldBytes: 0,
      headerBlockCache: createHeaderBlockCache(),
    };
    tapped.set(socket, watched);
    socket.removeListener('data', parse);
    readIntoSharedBuffer(socket, (bytes) => tryHandle(watched, bytes));
    socket.once('close', () => {
      if (!watched.isBusy) return;
      const { onDisconnect } = watched;
      end(watched);
      done();
      onDisconnect?.();
    });
  }

  return {
    attach: (socket) => {
      if (isClosed || known.has(socket)) return;
      known.add(socket);
      // The parser is in the middle of its work now.
      setImmediate(install, socket);
    },
    countParsedRequest: (request) => {
      noted = request;
      notedUrl = request.url;
      count += 1;
    },
    close: () => {
      isClosed = true;
    },
    keepAliveDuringBypass: (server) => {
      const closeIdleConnections = server.closeIdleConnections.bind(server);
      server.closeIdleConnections = () => {
        if (unsent === 0) closeIdleConnections();
      };
      // As node does when nobody listens, but for connections on which an answer is being made or taken.
      server.on('timeout', (socket: Socket) => {
        const watched = tapped.get(socket);
        const isInUse = watched !== undefined && (watched.isBusy || socket.writableLength > 0);
        if (!isInUse) socket.destroy();
      });
    },
  };
}

/** Nothing is being made any more. */
function end(watched: AttachedConnection): void {
  watched.isBusy = false;
  watched.started = null;
  watched.onDisconnect = null;
}

/**
 * Whether the parser has made of the bytes what was read in them beside the URL, and has come to
 * their end: a head with these lines alone and a body of this length leave no byte before or behind.
 */
function isSame(request: MinimalRequest, parsed: IncomingMessage | null): boolean {
  const { method, headers, lines } = request;
  return (
    parsed?.complete === true &&
    parsed.method === method &&
    parsed.rawHeaders.length === 2 * lines &&
    parsed.headers['content-length'] === headers['content-length']
  );
}
