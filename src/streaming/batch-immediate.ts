/** A batch of this many calls runs at once instead of waiting for a long turn to end. */
const most = 64;

let waiting: (() => void)[] = [];

/**
 * Runs the calls of one event-loop turn together with `setImmediate`, in the order they were added.
 * Consecutive socket writes wake the reading process once instead of once per write.
 */
export function batchImmediate(call: () => void): void {
  if (waiting.length === 0) setImmediate(callAll);
  waiting.push(call);
  if (waiting.length >= most) callAll();
}

function callAll(): void {
  const called = waiting;
  waiting = [];
  for (const call of called) call();
}
