/**
 * What a route handler returns, created by `createJsonResponse`, `createBytesResponse` and
 * `createEventStreamResponse`.
 */
export type ServiceResponse = JsonResponse | BytesResponse | EventStreamResponse;

export type ServiceResponseHeaders = Readonly<Record<string, string>>;

export type JsonResponse = {
  readonly kind: 'json';
  readonly status: number;
  readonly headers: ServiceResponseHeaders;
  readonly body: unknown;
};

export type BytesResponse = {
  readonly kind: 'raw';
  readonly status: number;
  /** Headers, including the content type. */
  readonly headers: ServiceResponseHeaders;
  readonly body: string | Uint8Array;
};

export type EventStreamResponse = {
  readonly kind: 'stream';
  readonly headers: ServiceResponseHeaders;
  readonly events: AsyncIterable<ServerEvent | Uint8Array>;
};

/** One server-sent event; `data` is encoded as JSON. */
export type ServerEvent = {
  readonly event?: string;
  readonly id?: string;
  readonly data: unknown;
};

export type ResponseOptions = {
  readonly status?: number;
  readonly headers?: ServiceResponseHeaders;
};

/** Creates a response with a JSON body; status 200 by default. */
export function createJsonResponse(body: unknown, options: ResponseOptions = {}): JsonResponse {
  return { kind: 'json', status: options.status ?? 200, headers: options.headers ?? {}, body };
}

/** Creates a response with the given bytes. `headers` must include the content type. */
export function createBytesResponse(
  body: string | Uint8Array,
  options: ResponseOptions = {},
): BytesResponse {
  return { kind: 'raw', status: options.status ?? 200, headers: options.headers ?? {}, body };
}

/** Creates a 204 response. */
export function createNoContentResponse(): BytesResponse {
  return createBytesResponse('', { status: 204 });
}

/**
 * Creates a response with server-sent events, which ends with the iterable. A `Uint8Array` is a
 * frame that is already encoded (`formatSseEvent`). If the client disconnects, the request's signal
 * aborts and the iterable is returned.
 */
export function createEventStreamResponse(
  events: AsyncIterable<ServerEvent | Uint8Array>,
  headers: ServiceResponseHeaders = {},
): EventStreamResponse {
  return { kind: 'stream', headers, events };
}

/** An expected failure. Its status and message become the response `{error: message}`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly headers: ServiceResponseHeaders;

  constructor(status: number, message: string, headers: ServiceResponseHeaders = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
