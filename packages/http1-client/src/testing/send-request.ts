import type { Http1Pool, Http1Request, RequestHandle } from '../index.ts';

/** A complete response; each character of the body stands for one byte. */
export type ReceivedResponse = {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: string;
};

/** A sent request, its response, and the calls of its handler. */
export type ReceivedExchange = {
  readonly exchange: RequestHandle;
  readonly response: Promise<ReceivedResponse>;
  /** Names of the handler calls so far. */
  readonly calls: readonly string[];
};

/** Sends a request and records its handler calls and response. */
export function sendAndRecord(
  pool: Http1Pool,
  request: Partial<Http1Request> = {},
): ReceivedExchange {
  const calls: string[] = [];
  const chunks: Buffer[] = [];
  let head = { status: 0, reason: '', headers: [] as readonly string[] };
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>();
  promise.catch(() => undefined);
  const exchange = pool.send(
    { method: 'GET', path: '/x', headers: [], ...request },
    {
      onHead: ({ status, reason, headers }) => {
        calls.push('head');
        head = { status, reason, headers };
      },
      onData: (chunk) => {
        calls.push('data');
        chunks.push(Buffer.from(chunk));
      },
      onEnd: () => {
        calls.push('end');
        resolve({ ...head, body: Buffer.concat(chunks).toString('latin1') });
      },
      onError: (error) => {
        calls.push('error');
        reject(error);
      },
    },
  );
  return { exchange, response: promise, calls };
}

/** Sends a request and returns its response; throws the error passed to `onError`. */
export const sendRequest = (
  pool: Http1Pool,
  request: Partial<Http1Request> = {},
): Promise<ReceivedResponse> => sendAndRecord(pool, request).response;
