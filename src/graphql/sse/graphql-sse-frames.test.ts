import { GraphQLError } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createSingleModeFrameEncoder,
  distinctModeFrameEncoder,
  withPings,
} from './graphql-sse-frames.ts';

describe('frames', () => {
  test('default: next and complete in distinct connections', () => {
    const result = { data: { a: 1 } };
    expect(distinctModeFrameEncoder.next(result, '7').toString()).toBe(
      'id: 7\nevent: next\ndata: {"data":{"a":1}}\n\n',
    );
    expect(distinctModeFrameEncoder.next(result, '7')).toBe(
      distinctModeFrameEncoder.next(result, '7'),
    );
    expect(distinctModeFrameEncoder.next(result, '8').toString()).toContain('id: 8\n');
    expect(distinctModeFrameEncoder.complete().toString()).toBe(
      'id: complete\nevent: complete\ndata:\n\n',
    );
  });

  test('default: next and complete on a connection of several operations', () => {
    const encoding = createSingleModeFrameEncoder('one');
    expect(encoding.next({ data: { a: 1 } }, '7').toString()).toBe(
      'id: 7\nevent: next\ndata: {"id":"one","payload":{"data":{"a":1}}}\n\n',
    );
    expect(encoding.complete().toString()).toBe(
      'id: complete\nevent: complete\ndata: {"id":"one"}\n\n',
    );
  });

  test('behavior: extensions.http is removed', () => {
    const error = new GraphQLError('no', { extensions: { code: 'X', http: { status: 400 } } });
    expect(distinctModeFrameEncoder.next({ errors: [error] }, '1').toString()).toContain(
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
