import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OperationFrameStream } from './operation.ts';
import {
  createSingleConnections,
  parseSseOperationId,
  SingleConnectionConflictError,
} from './single-connections.ts';

/** An operation that yields the given frames. */
function operationOf(...frames: string[]) {
  const state = { left: false };
  const operation = (async function* () {
    try {
      for (const frame of frames) yield Buffer.from(frame);
    } finally {
      state.left = true;
    }
    return undefined;
  })() as OperationFrameStream;
  return { operation, state };
}

function connect() {
  const connections = createSingleConnections();
  const onClose = vi.fn();
  const token = connections.reserve(onClose);
  const connection = connections.get(token);
  if (!connection) throw new Error('the reservation is gone');
  return { connections, token, connection, onClose };
}

describe('a single connection', () => {
  test('default: the frames of all operations, also those before it was opened', async () => {
    const { connection } = connect();
    connection.reserve('one').start(operationOf('a', 'b').operation);
    const frames = connection.open();
    expect((await frames.next()).value?.toString()).toBe('a');
    connection.reserve('two').start(operationOf('c').operation);
    const rest = [await frames.next(), await frames.next()].map(({ value }) => value?.toString());
    expect(rest.sort()).toEqual(['b', 'c']);
    await frames.return?.();
  });

  test('behavior: an operation is paused while no client reads', async () => {
    const { connection } = connect();
    let made = 0;
    connection.reserve('one').start(
      (async function* () {
        for (; ; made += 1) yield Buffer.from(String(made));
      })() as OperationFrameStream,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBe(0);
    await connection.open().return?.();
  });

  test('behavior: closing it ends all operations and removes the token', async () => {
    const { connections, token, connection, onClose } = connect();
    const { signal, start } = connection.reserve('one');
    const { operation, state } = operationOf('a', 'b', 'c');
    start(operation);
    const frames = connection.open();
    await frames.next();
    expect(onClose).not.toHaveBeenCalled();
    await frames.return?.();
    expect(onClose).toHaveBeenCalledOnce();
    expect(signal.aborted).toBe(true);
    await expect.poll(() => state.left).toBe(true);
    expect(connections.get(token)).toBeNull();
  });

  test('behavior: stopping one operation does not affect the others', async () => {
    const { connection } = connect();
    const { signal: stopped } = connection.reserve('one');
    const { signal: other } = connection.reserve('two');
    connection.stop('one');
    connection.stop('unknown');
    expect([stopped.aborted, other.aborted]).toEqual([true, false]);
    expect(() => connection.reserve('one')).not.toThrow();
    await connection.open().return?.();
  });

  test('error: an id in use, a second stream, too many operations', async () => {
    const { connection } = connect();
    connection.reserve('0');
    expect(() => connection.reserve('0')).toThrow(SingleConnectionConflictError);
    for (let id = 1; id < 100; id += 1) connection.reserve(String(id));
    expect(() => connection.reserve('100')).toThrow('too many operations');
    const frames = connection.open();
    expect(() => connection.open()).toThrow(SingleConnectionConflictError);
    await frames.return?.();
  });

  test.each([undefined, null, '', {}, 'x'.repeat(201)])('args: operationId %o is none', (id) => {
    expect(() => parseSseOperationId(id)).toThrow('extensions.operationId must be');
  });
});

describe('reservations', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('behavior: an unused reservation expires', async () => {
    const { connections, token, connection, onClose } = connect();
    const { signal } = connection.reserve('one');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(connections.get(token)).toBe(connection);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connections.get(token)).toBeNull();
    expect(signal.aborted).toBe(true);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
