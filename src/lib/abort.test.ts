import { expect, test, vi } from 'vitest';
import { allAbortedSignal, createCallbackAbortController, onAbort } from './abort.ts';

test('default: each registered callback is called once, whichever others were removed', () => {
  for (const leaving of [[0], [1], [2], [0, 1], [2, 0], [1, 2, 0], []]) {
    const controller = new AbortController();
    const reacts = [vi.fn(), vi.fn(), vi.fn()];
    const watches = reacts.map((react) => onAbort(controller.signal, react));
    for (const index of leaving) watches[index]?.();
    controller.abort();
    expect(reacts.map((react) => react.mock.calls.length)).toEqual(
      reacts.map((_react, index) => (leaving.includes(index) ? 0 : 1)),
    );
  }
});

test('behavior: a callback may remove itself while the callbacks are called', () => {
  const controller = new AbortController();
  const last = vi.fn();
  const unregister = onAbort(controller.signal, () => unregister());
  onAbort(controller.signal, last);
  controller.abort();
  expect(last).toHaveBeenCalledTimes(1);
});

test('default: the controller calls onAbort callbacks and event listeners once, with the first reason', () => {
  const { signal, abort } = createCallbackAbortController();
  const [waiting, gone, listening] = [vi.fn(), vi.fn(), vi.fn()];
  onAbort(signal, waiting);
  onAbort(signal, gone)();
  signal.addEventListener('abort', listening);
  abort(new Error('first'));
  abort(new Error('second'));
  expect(signal.reason).toEqual(new Error('first'));
  expect([waiting, gone, listening].map((react) => react.mock.calls.length)).toEqual([1, 0, 1]);
});

test('behavior: allAbortedSignal fires with the last of its signals and with the reason of that one', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const { signal } = allAbortedSignal([one.signal, other.signal]);
  one.abort(new Error('one'));
  expect(signal.aborted).toBe(false);
  other.abort(new Error('other'));
  expect(signal.reason).toEqual(new Error('other'));
});

test('behavior: allAbortedSignal counts signals that have fired already, and never fires after release', () => {
  const [gone, late] = [AbortSignal.abort(new Error('gone')), new AbortController()];
  expect(allAbortedSignal([gone]).signal.aborted).toBe(true);
  const { signal, release } = allAbortedSignal([gone, late.signal]);
  expect(signal.aborted).toBe(false);
  release();
  late.abort();
  expect(signal.aborted).toBe(false);
});
