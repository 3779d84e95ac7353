/** A request as it goes into the request line and the lines behind it. */
export type Http1Request = {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Path and query, pasted as they are; every character one byte. */
  readonly path: string;
  /** Name, value, name, value; without `Host`, `SingleConnection` and those of the body. They do not change. */
  readonly headers: readonly string[];
  readonly body?: string;
};

/** The head of an answer, 200 or above. */
export type ResponseHead = {
  readonly status: number;
  /** Without control characters; empty when there is none. */
  readonly reason: string;
  /** Name, value, name, value as they stand, each character one byte; names are tokens. */
  readonly headers: readonly string[];
};

/** Who hears of an answer as it comes. Behind `onEnd` or `onError` nothing more comes. */
export type ResponseHandler = {
  readonly onHead: (head: ResponseHead) => void;
  /**
   * @param chunk - Is overwritten when the call is over: what is to be kept must be copied.
   * @param isLast - True when nothing but the end can follow; false says nothing.
   */
  readonly onData: (chunk: Buffer, isLast: boolean) => void;
  readonly onEnd: () => void;
  /** Refused, broken off, or never connected. */
  readonly onError: (error: Error) => void;
};

/** Handle on a request under way. */
export type RequestHandle = {
  /** Gives it up, at any stage; nothing more is heard of it. */
  readonly abort: () => void;
  /** Lets the upstream wait; what was read already still comes. */
  readonly pause: () => void;
  readonly resume: () => void;
};

/** What was answered is not HTTP/1.1, or too large, or could be read in more than one way. */
export class MalformedResponseError extends Error {
  override readonly name = 'MalformedResponseError';
}
