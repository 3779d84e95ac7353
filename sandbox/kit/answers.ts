/** What a route handler returns; made by `json`, `raw` and `eventStream`. */
export type Answer = JsonAnswer | RawAnswer | StreamAnswer;

export type AnswerHeaders = Readonly<Record<string, string>>;

export type JsonAnswer = {
  readonly kind: 'json';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: unknown;
};

export type RawAnswer = {
  readonly kind: 'raw';
  readonly status: number;
  /** Names the content type. */
  readonly headers: AnswerHeaders;
  readonly body: string | Uint8Array;
};

export type StreamAnswer = {
  readonly kind: 'stream';
  readonly headers: AnswerHeaders;
  readonly events: AsyncIterable<ServerEvent | Uint8Array>;
};

/** One server-sent event; `data` is spelled as JSON. */
export type ServerEvent = {
  readonly event?: string;
  readonly id?: string;
  readonly data: unknown;
};

export type AnswerOptions = { readonly status?: number; readonly headers?: AnswerHeaders };

/** Answers with a JSON body (200 unless told). */
export function json(body: unknown, options: AnswerOptions = {}): JsonAnswer {
  return { kind: 'json', status: options.status ?? 200, headers: options.headers ?? {}, body };
}

/** Answers with these bytes as they are; name the content type in `headers`. */
export function raw(body: string | Uint8Array, options: AnswerOptions = {}): RawAnswer {
  return { kind: 'raw', status: options.status ?? 200, headers: options.headers ?? {}, body };
}

/** Answers 204 without a body. */
export function noContent(): RawAnswer {
  return raw('', { status: 204 });
}

/**
 * Answers with server-sent events until the iterable ends; a `Uint8Array` is a frame encoded
 * before (`encodeEvent`). When the client leaves, the request's signal aborts and the iterable is returned.
 */
export function eventStream(
  events: AsyncIterable<ServerEvent | Uint8Array>,
  headers: AnswerHeaders = {},
): StreamAnswer {
  return { kind: 'stream', headers, events };
}

/** A foreseen failure: its status and message become the answer `{error: message}`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly headers: AnswerHeaders;

  constructor(status: number, message: string, headers: AnswerHeaders = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
