import { GraphQLError } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeCompleteFrame, encodeNextFrame, withPings } from './graphql-sse-frames.ts';

describe('frames', () => {
  test('default: next and complete in distinct connections', () => {
    const result = { data: { a: 1 } };
    expect(encodeNextFrame(result, '7', null).toString()).toBe(
      'id: 7\nevent: next\ndata: {"data":{"a":1}}\n\n',
    );
    expect(encodeNextFrame(result, '7', null)).toBe(encodeNextFrame(result, '7', null));
    expect(encodeNextFrame(result, '8', null).toString()).toContain('id: 8\n');
    expect(encodeCompleteFrame(null).toString()).toBe('id: complete\nevent: complete\ndata:\n\n');
  });

  test('default: next and complete on a connection of several operations', () => {
    const to = { operationId: 'one' };
    expect(encodeNextFrame({ data: { a: 1 } }, '7', to).toString()).toBe(
      'id: 7\nevent: next\ndata: {"id":"one","payload":{"data":{"a":1}}}\n\n',
    );
    expect(encodeCompleteFrame(to).toString()).toBe(
      'id: complete\nevent: complete\ndata: {"id":"one"}\n\n',
    );
  });

  test('behavior: extensions.http is removed', () => {
    const error = new GraphQLError('no', { extensions: { code: 'X', http: { status: 400 } } });
    expect(encodeNextFrame({ errors: [error] }, '1', null).toString()).toContain(
      'data: {"errors":[{"message":"no","extensions":{"code":"X"}}]}',
    );
  });
});

describe('withPings', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('behavior: a ping at the start and after each quiet interval, and no frame is lost', async () => {
    const { promise, resolve } = Promise.withResolvers<IteratorResult<Uint8Array, undefined>>();
    const frames = withPings({ next: () => promise });
    expect((await frames.next()).value?.toString()).toBe(':\n\n');
    for (let quiet = 0; quiet < 3; quiet += 1) {
      const next = frames.next();
      await vi.advanceTimersByTimeAsync(9000);
      expect((await next).value?.toString()).toBe(':\n\n');
    }
    resolve({ value: Buffer.from('frame'), done: false });
    expect((await frames.next()).value?.toString()).toBe('frame');
    expect(vi.getTimerCount()).toBe(0);
  });
});
