/** Settles like the promise, or rejects with the signal's reason; does not cancel the operation. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise<T>((resolve, reject) => {
    const unregister = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(unregister);
  });
}

const callbacks = Symbol('callbacks');
type Watched = AbortSignal & { [callbacks]?: Set<() => void> };

/** A signal and the function that fires it; made by `createCallbackAbortController`. */
type CallbackAbortController = {
  readonly signal: AbortSignal;
  readonly abort: (reason: Error) => void;
};

/** Creates a controller with direct `onAbort` callbacks, cheaper than events. */
export function createCallbackAbortController(): CallbackAbortController {
  const controller = new AbortController();
  const signal: Watched = controller.signal;
  const registered = new Set<() => void>();
  signal[callbacks] = registered;
  const abort = (reason: Error): void => {
    if (signal.aborted) return;
    controller.abort(reason);
    for (const callback of registered) callback();
  };
  return { signal, abort };
}

function callbacksOf(signal: Watched): Set<() => void> {
  const known = signal[callbacks];
  if (known) return known;
  const registered = new Set<() => void>();
  signal[callbacks] = registered;
  const callAll = () => {
    for (const callback of registered) callback();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return registered;
}

/**
 * Calls the callback once when the signal fires; it must not have fired yet. Returns a function
 * that unregisters the callback. All callbacks of a signal share one event listener.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const registered = callbacksOf(signal);
  registered.add(callback);
  return () => void registered.delete(callback);
}

/**
 * Returns a signal that fires when all the given signals have fired, with the reason of the last
 * one. `release` stops watching them.
 *
 * @param signals - At least one. Signals that have already fired count as fired.
 */
export function allAbortedSignal(signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const { signal, abort } = createCallbackAbortController();
  const waiting = signals.filter(({ aborted }) => !aborted);
  let left = waiting.length;
  const watches = waiting.map((one) =>
    onAbort(one, () => {
      left -= 1;
      if (left === 0) abort(one.reason);
    }),
  );
  if (left === 0) abort(signals[0]?.reason);
  return {
    signal,
    release: () => {
      for (const unwatch of watches) unwatch();
    },
  };
}
