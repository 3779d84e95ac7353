let waiting: (() => void)[] = [];

/**
 * Calls back when the event loop has read all sockets once more: behind the next poll phase, however
 * long the present turn takes. Two immediates a turn, for all callers together.
 */
export function afterNextPoll(call: () => void): void {
  if (waiting.length === 0) setImmediate(awaitPoll);
  waiting.push(call);
}

/** What an immediate schedules runs in the next turn, hence behind its poll phase. */
function awaitPoll(): void {
  const calls = waiting;
  waiting = [];
  setImmediate(() => {
    for (const call of calls) call();
  });
}
