/** What a route handler returns; made by `json`, `raw` and `eventStreamResponse`. */
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
  /** Names the content type. */
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

/** Responds with a JSON body (200 unless told). */
export function jsonResponse(body: unknown, options: ResponseOptions = {}): JsonResponse {
  return { kind: 'json', status: options.status ?? 200, headers: options.headers ?? {}, body };
}

/** Responds with these bytes as they are; name the content type in `headers`. */
export function bytesResponse(
  body: string | Uint8Array,
  options: ResponseOptions = {},
): BytesResponse {
  return { kind: 'raw', status: options.status ?? 200, headers: options.headers ?? {}, body };
}

/** Responds 204 without a body. */
export function noContentResponse(): BytesResponse {
  return bytesResponse('', { status: 204 });
}

/**
 * Responds with server-sent events until the iterable ends; a `Uint8Array` is a frame encoded
 * before (`encodeSseData`). When the client leaves, the request's signal aborts and the iterable is returned.
 */
export function eventStreamResponse(
  events: AsyncIterable<ServerEvent | Uint8Array>,
  headers: ServiceResponseHeaders = {},
): EventStreamResponse {
  return { kind: 'stream', headers, events };
}

/** A foreseen failure: its status and message become the response `{error: message}`. */
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
