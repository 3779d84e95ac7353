import { randomUUID } from 'node:crypto';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import {
  GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
} from '../../lib/errors.ts';
import type { Millis } from '../../lib/units.ts';
import { createMultiWriterIterator } from './multi-writer-iterator.ts';
import type { OperationFrameStream } from './operation.ts';

/** The request conflicts with the state of the connection; status 409. */
export class SingleConnectionConflictError extends GatewayError {
  override readonly name = 'SingleConnectionConflictError';
  readonly status = 409;
  readonly code = 'CONFLICT';
}

/** One event stream for several operations (GraphQL over SSE, single connection mode). */
export type SseSingleConnection = {
  /** Opens the stream of all frames. @throws {SingleConnectionConflictError} it is open already. */
  readonly open: () => AsyncIterableIterator<FrameBytes, undefined>;
  /**
   * Reserves a slot for an operation.
   *
   * @throws {NotFoundError} the stream is closed.
   * @throws {SingleConnectionConflictError} the id is in use.
   * @throws {RateLimitedError} the stream has too many operations.
   */
  readonly reserve: (operationId: string) => OperationSlot;
  /** Stops an operation and frees its id. Unknown ids are ignored. */
  readonly stop: (operationId: string) => void;
};

/** The place of one operation among the at most 100 of a connection. */
export type OperationSlot = {
  readonly signal: AbortSignal;
  /** Writes frames until the operation ends; `hold` counts a frame until it has been read. */
  readonly start: (
    operation: OperationFrameStream,
    hold?: (frame: FrameBytes) => () => void,
  ) => void;
  readonly release: () => void;
};

/** Creates the 404 error for an unknown or expired token. */
export const createStreamNotFoundError = () => new NotFoundError('no such stream');

/** A reservation expires when its stream is not opened within this time. */
const reservationTime: Millis = 30_000;
const maxOperations = 100;

/** Creates the registry of all single connections of the process, by their secret token. */
export function createSingleConnections() {
  const connections = new Map<string, SseSingleConnection>();
  return {
    /** Reserves a stream and returns its token; `onClose` is called when it closes or expires. */
    reserve: (onClose: () => void): string => {
      const token = randomUUID();
      const connection = createConnection(() => {
        connections.delete(token);
        onClose();
      });
      connections.set(token, connection);
      return token;
    },
    get: (token: string): SseSingleConnection | null => connections.get(token) ?? null,
  };
}

function createConnection(onClose: () => void): SseSingleConnection {
  const operations = new Map<string, AbortController>();
  let isClosed = false;
  const frames = createMultiWriterIterator<FrameBytes>(() => {
    isClosed = true;
    clearTimeout(unopened);
    for (const operation of operations.values()) operation.abort();
    operations.clear();
    onClose();
  });
  const unopened = setTimeout(() => void frames.values.return?.(), reservationTime);
  unopened.unref();
  let isOpen = false;

  /** Removes an operation, unless its id belongs to a newer one. */
  function release(operationId: string, own: AbortController): void {
    if (operations.get(operationId) === own) operations.delete(operationId);
  }

  async function writeFrames(
    operation: OperationFrameStream,
    signal: AbortSignal,
    hold?: (frame: FrameBytes) => () => void,
  ): Promise<void> {
    const stopOperation = () => void operation.return?.();
    if (signal.aborted) return stopOperation();
    signal.addEventListener('abort', stopOperation, { once: true });
    for await (const frame of operation) {
      const release = hold?.(frame);
      const isRead = await frames.write(frame, signal);
      release?.();
      if (!isRead) break;
    }
  }

  return {
    open: () => {
      if (isOpen) throw new SingleConnectionConflictError('the stream is open already');
      isOpen = true;
      clearTimeout(unopened);
      return frames.values;
    },
    reserve: (operationId) => {
      if (isClosed) throw createStreamNotFoundError();
      if (operations.has(operationId)) {
        throw new SingleConnectionConflictError('an operation with this id is under way');
      }
      if (operations.size >= maxOperations) {
        throw new RateLimitedError('too many operations on this stream', 1);
      }
      const own = new AbortController();
      operations.set(operationId, own);
      const { signal } = own;
      return {
        signal,
        start: (operation, hold) => {
          void writeFrames(operation, signal, hold).finally(() => release(operationId, own));
        },
        release: () => release(operationId, own),
      };
    },
    stop: (operationId) => {
      operations.get(operationId)?.abort();
      operations.delete(operationId);
    },
  };
}

/** Reads an operation's id. @throws {InvalidInputError} it is missing or over 200 characters. */
export function parseSseOperationId(given: unknown): string {
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  if (id === '' || id.length > 200) {
    throw new InvalidInputError('extensions.operationId must be 1 to 200 characters');
  }
  return id;
}
