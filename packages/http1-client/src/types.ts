/** An HTTP/1.1 request to send. */
export type Http1Request = {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Path and query, used as given; each character stands for one byte. */
  readonly path: string;
  /** Alternating names and values, without `Host`, `Connection` and `Content-Length`. */
  readonly headers: readonly string[];
  readonly body?: string;
};

/** The head of a final response (status 200 or above). */
export type ResponseHead = {
  readonly status: number;
  /** Without control characters; may be empty. */
  readonly reason: string;
  /** Alternating names and values as received; each character stands for one byte. */
  readonly headers: readonly string[];
  /** `Content-Encoding` in lower case; empty without one. The body is not decoded. */
  readonly contentEncoding: string;
};

/** Receives the parts of a response. After `onEnd` or `onError` it is not called again. */
export type ResponseHandler = {
  readonly onHead: (head: ResponseHead) => void;
  /**
   * Receives body bytes. `chunk` is overwritten after the call; `isLast` is true if only `onEnd`
   * can follow, but false does not exclude that.
   */
  readonly onData: (chunk: Buffer, isLast: boolean) => void;
  readonly onEnd: () => void;
  /** The request was invalid or interrupted, or no connection was established. */
  readonly onError: (error: Error) => void;
};

/** Controls a request that has been sent or waits for a connection. */
export type RequestHandle = {
  /** Aborts the request at any stage; the handler is not called again. */
  readonly abort: () => void;
  /** Stops reading from the upstream. Bytes that were already read are still delivered. */
  readonly pause: () => void;
  readonly resume: () => void;
};

/** A response that is not valid HTTP/1.1, too large, or ambiguous. */
export class MalformedHttpResponseError extends Error {
  override readonly name = 'MalformedHttpResponseError';
}
