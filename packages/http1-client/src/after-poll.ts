let waiting: (() => void)[] = [];

/**
 * Calls back after the next poll phase of the event loop, when all sockets have been read once
 * more. All callers of a turn share two `setImmediate` callbacks.
 */
export function afterNextPoll(call: () => void): void {
  if (waiting.length === 0) setImmediate(awaitPoll);
  waiting.push(call);
}

/** An immediate scheduled from an immediate runs in the next turn, after its poll phase. */
function awaitPoll(): void {
  const calls = waiting;
  waiting = [];
  setImmediate(() => {
    for (const call of calls) call();
  });
}
