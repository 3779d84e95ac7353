import { randomUUID } from 'node:crypto';
import {
  GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
} from '../../core/errors.ts';
import type { Millis } from '../../core/units.ts';
import { createMerged } from './merged.ts';
import type { Operation } from './operation.ts';

/** The request does not fit what the connection is doing. */
export class ConflictError extends GatewayError {
  override readonly name = 'ConflictError';
  readonly status = 409;
  readonly code = 'CONFLICT';
}

/** One event stream for several operations (GraphQL over SSE, single connection mode). */
export type Connection = {
  /** The frames of all operations. @throws {ConflictError} it is open already. */
  readonly open: () => AsyncIterableIterator<Uint8Array, undefined>;
  /**
   * Keeps a place for an operation.
   *
   * @throws {NotFoundError} the stream has been closed. {ConflictError} the id is taken.
   * {RateLimitedError} too many operations.
   */
  readonly reserve: (operationId: string) => Place;
  /** Ends an operation, whose id may be taken again at once; an unknown one has ended already. */
  readonly stop: (operationId: string) => void;
};

/** An operation's place on a connection. */
export type Place = {
  /** Fires when the operation is stopped. */
  readonly signal: AbortSignal;
  /** Writes the operation's frames until it ends or is stopped. */
  readonly start: (operation: Operation) => void;
  /** Gives the place up, where there is no operation. */
  readonly release: () => void;
};

export type Connections = {
  /**
   * Keeps a token for a client that will open its stream.
   *
   * @param onClose - Told once: the stream has been closed, or never opened.
   */
  readonly reserve: (onClose: () => void) => string;
  readonly get: (token: string) => Connection | null;
};

/** The stream that a token names is not there, or not any more. */
export const noSuchStream = () => new NotFoundError('no such stream');

/** A reservation whose stream is not opened in this time is forgotten. */
const reservationTime: Millis = 30_000;
/** Operations on one connection. */
const maxOperations = 100;

/** All single connections of the process. */
export function createConnections(): Connections {
  const connections = new Map<string, Connection>();
  return {
    reserve: (onClose) => {
      const token = randomUUID();
      const connection = createConnection(() => {
        connections.delete(token);
        onClose();
      });
      connections.set(token, connection);
      return token;
    },
    get: (token) => connections.get(token) ?? null,
  };
}

function createConnection(onClose: () => void): Connection {
  const operations = new Map<string, AbortController>();
  let isClosed = false;
  const merged = createMerged<Uint8Array>(() => {
    isClosed = true;
    clearTimeout(unopened);
    for (const operation of operations.values()) operation.abort();
    operations.clear();
    onClose();
  });
  const unopened = setTimeout(() => void merged.values.return?.(), reservationTime);
  unopened.unref();
  let isOpen = false;

  /** Another operation may have the id by now. */
  function release(operationId: string, own: AbortController): void {
    if (operations.get(operationId) === own) operations.delete(operationId);
  }

  async function pump(operation: Operation, signal: AbortSignal): Promise<void> {
    const leave = () => void operation.return?.();
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    for await (const frame of operation) {
      if (!(await merged.write(frame, signal))) break;
    }
  }

  return {
    open: () => {
      if (isOpen) throw new ConflictError('the stream is open already');
      isOpen = true;
      clearTimeout(unopened);
      return merged.values;
    },
    reserve: (operationId) => {
      if (isClosed) throw noSuchStream();
      if (operations.has(operationId)) {
        throw new ConflictError('an operation with this id is under way');
      }
      if (operations.size >= maxOperations) {
        throw new RateLimitedError('too many operations on this stream', 1);
      }
      const own = new AbortController();
      operations.set(operationId, own);
      const { signal } = own;
      return {
        signal,
        start: (operation) => {
          void pump(operation, signal).finally(() => release(operationId, own));
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

/**
 * The id by which a client names its operation.
 *
 * @throws {InvalidInputError} none, or longer than 200 characters.
 */
export function parseOperationId(given: unknown): string {
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  if (id === '' || id.length > 200) {
    throw new InvalidInputError('extensions.operationId must be 1 to 200 characters');
  }
  return id;
}
