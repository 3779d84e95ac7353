import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { disconnectedStatus, writeAccessLog } from '../http/access-log.ts';
import type { ApiRequestDispatcher } from '../http/api-request-dispatcher.ts';
import { isSmallJsonRequest } from '../http/read-json-body.ts';
import type { AdoptIncomingRequestId } from '../http/request-id-and-address.ts';
import { getRequestIds } from '../http/request-trace.ts';
import {
  type FastPathHooks,
  type PreparedResponse,
  setFastPathHooks,
} from '../http/response/serialized-response.ts';
import type { Log } from '../lib/log.ts';
import { closeListeningSocket } from './close-listening-socket.ts';
import { hasDiagnosticsSubscribers, publishRequestStart } from './diagnostics-channels.ts';
import {
  countSentBytes,
  type NodeInternalNames,
  nodeInternals,
  readSocketResponse,
} from './node-internals.ts';
import { createParserBypass, type TryHandleMinimalRequest } from './parser-bypass.ts';
import { sendWithPreparedHead } from './prepared-head.ts';

/**
 * Installs the fast path on a server that does not listen yet. After the first request of a
 * connection that a handler serves, its bytes are inspected before node's parser. Everything is
 * left to node if it lacks an internal property named in `node-internals.ts`.
 *
 * @param names - Names of node's internal properties; tests pass names that node does not have.
 */
export function installFastPath(
  server: Server,
  handlers: {
    readonly requestDispatcher: Pick<ApiRequestDispatcher, 'canServe' | 'serve'>;
    readonly acceptProxyId: AdoptIncomingRequestId;
    readonly log: Log;
  },
  names: NodeInternalNames = nodeInternals,
) {
  const { requestDispatcher, acceptProxyId, log } = handlers;
  const bypass = createParserBypass(start, { names });
  let isSupported = true;

  const hooks: FastPathHooks = {
    tryWrite: (response, ready) => sendWithPreparedHead(response, ready, names),
    attach: ({ req, shouldKeepAlive }) => {
      if (shouldKeepAlive && isSupported) bypass.attach(req.socket);
    },
  };

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    bypass.countParsedRequest(request);
    setFastPathHooks(response, hooks);
    // Bytes may bypass the parser only while it is idle, which only this property shows.
    const hasTurn = response.socket !== null;
    if (hasTurn && readSocketResponse(request.socket, names) !== response) isSupported = false;
  });
  // After CONNECT the connection's parser must get no more bytes: it may serve another connection.
  server.prependListener('connect', (_request, socket: Duplex) => {
    socket.removeAllListeners('data');
  });
  bypass.keepAliveDuringBypass(server);

  function start(
    ...[parsed, socket, send, headerLines]: Parameters<TryHandleMinimalRequest>
  ): (() => void) | null {
    const { method, url, headers, body } = parsed;
    if (body !== null && !isSmallJsonRequest(parsed)) return null;
    const startedAt = performance.now();
    const request = { method, url, headers, body, socket };
    acceptProxyId(request);
    let publishResponse: ((sent: PreparedResponse) => void) | undefined;
    if (hasDiagnosticsSubscribers()) {
      // Not published here: node itself publishes each request that its parser reads.
      if (!requestDispatcher.canServe(request)) return null;
      publishResponse = publishRequestStart({ parsed, headerLines, socket, server });
    }
    const logAccess = (status: number) => {
      if (!log.isLevelEnabled('info')) return;
      writeAccessLog(log, { method, url, status, startedAt, ...getRequestIds(request) });
    };
    const cancel = requestDispatcher.serve(request, (ready: PreparedResponse) => {
      send(ready);
      logAccess(ready.status);
      publishResponse?.(ready);
    });
    return (
      cancel &&
      (() => {
        logAccess(disconnectedStatus);
        cancel();
      })
    );
  }

  return {
    /** Turns the fast path off: all bytes received from now on go to node's parser. */
    close: bypass.close,
    closeListeningSocket,
    countSentBytes,
  };
}
