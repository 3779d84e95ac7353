import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from './request-body.ts';
import { createRouteTable, type ServiceRoute } from './route-table.ts';
import { createJsonResponse, ServiceError, type ServiceResponse } from './service-response.ts';
import { writeSseEvents } from './sse-writer.ts';

export { readJson } from './request-body.ts';
export type { ServiceRequest, ServiceRoute } from './route-table.ts';
export type { BytesResponse, ServerEvent } from './service-response.ts';
export {
  createBytesResponse,
  createEventStreamResponse,
  createJsonResponse,
  createNoContentResponse,
  ServiceError,
} from './service-response.ts';
export { formatSseEvent } from './sse-writer.ts';

export type HttpServiceOptions = {
  /** Prefix of log lines. */
  readonly name: string;
  readonly routes: readonly ServiceRoute[];
  /** Maximum time until a response or stream starts, milliseconds; default 30 s. */
  readonly deadlineMs?: number;
  /** Receives unexpected errors; default: writes to standard error. */
  readonly logError?: (text: string) => void;
};

export type HttpService = AsyncDisposable & {
  /**
   * Starts to listen; port 0 selects any free port.
   *
   * @returns the base URL, without a slash at the end.
   */
  readonly listen: (at: { readonly host: string; readonly port: number }) => Promise<string>;
  /** Stops the service. Streams end at once; other requests have 1.5 seconds to complete. */
  readonly close: () => Promise<void>;
};

const CLOSE_GRACE_MS = 1_500;

/**
 * Creates a small HTTP service on `node:http` from routes as data. Every error body is `{error}`.
 */
export function createHttpService(options: HttpServiceOptions): HttpService {
  const table = createRouteTable(options.routes);
  const deadlineMs = options.deadlineMs ?? 30_000;
  const logError = options.logError ?? ((text: string) => void process.stderr.write(text));
  const closing = new AbortController();
  const streams = new Set<AbortController>();

  async function handleRequest(
    message: IncomingMessage,
    disconnected: AbortController,
  ): Promise<ServiceResponse> {
    const url = message.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const method = message.method ?? 'GET';
    const { route, params } = table.match(method, path);
    const request = {
      method,
      path,
      params,
      query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
      headers: message.headers,
      body: (limit: number) => readBody(message, limit),
      signal: disconnected.signal,
    };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new ServiceError(503, 'took too long'));
      disconnected.abort();
    }, deadlineMs);
    try {
      return await Promise.race([route.handle(request), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  function toErrorResponse(error: unknown, message: IncomingMessage): ServiceResponse {
    if (error instanceof ServiceError) {
      return createJsonResponse(
        { error: error.message },
        { status: error.status, headers: error.headers },
      );
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    logError(`${options.name}: ${message.method} ${message.url}: ${detail}\n`);
    return createJsonResponse({ error: 'internal error' }, { status: 500 });
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    const result = await handleRequest(message, disconnected).catch((error) =>
      toErrorResponse(error, message),
    );
    if (response.destroyed) return;
    if (result.kind !== 'stream' || message.method === 'HEAD') {
      send(result, { message, response, closing: closing.signal.aborted });
      return;
    }
    streams.add(disconnected);
    if (closing.signal.aborted) disconnected.abort();
    try {
      await writeSseEvents(result, { response, signal: disconnected.signal });
    } catch (error) {
      toErrorResponse(error, message);
      response.destroy();
    } finally {
      streams.delete(disconnected);
    }
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, serve);
  server.keepAliveTimeout = 30_000;

  async function close(): Promise<void> {
    if (closing.signal.aborted || !server.listening) return;
    closing.abort();
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    for (const stream of streams) stream.abort();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    await closed.promise;
    clearTimeout(timer);
  }

  return {
    async listen({ host, port }) {
      const listening = Promise.withResolvers<void>();
      server.once('error', listening.reject);
      server.listen({ host, port }, () => listening.resolve());
      await listening.promise;
      server.off('error', listening.reject);
      const address = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Sending = {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly closing: boolean;
};

function send(result: ServiceResponse, { message, response, closing }: Sending): void {
  if (result.kind === 'stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end();
    return;
  }
  const body = result.kind === 'json' ? JSON.stringify(result.body) : result.body;
  const type = result.kind === 'json' ? { 'content-type': 'application/json' } : {};
  const length = result.status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // Without this, the unread body would be parsed as the next request of the connection.
  const last = closing || !message.complete ? { connection: 'close' } : {};
  response.writeHead(result.status, { ...type, ...length, ...last, ...result.headers });
  message.resume();
  response.end(message.method === 'HEAD' || result.status === 204 ? undefined : body);
}
