/** A batch of this many calls runs at once, even if the turn of the event loop goes on. */
const most = 64;

let waiting: (() => void)[] = [];

/**
 * Runs `call` with `setImmediate`, together with the other calls of this turn. Consecutive socket
 * writes then wake their reader once instead of once per write.
 */
export function setBatchedImmediate(call: () => void): void {
  if (waiting.length === 0) setImmediate(callAll);
  waiting.push(call);
  if (waiting.length >= most) callAll();
}

function callAll(): void {
  const called = waiting;
  waiting = [];
  for (const call of called) call();
}
