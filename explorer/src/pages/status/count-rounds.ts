/** A poll of the oracles with the numbers of their rounds since they were started. */
type Poll = {
  readonly consensusRoundsTotal: number | null;
  readonly consensusFailedTotal: number | null;
};

/**
 * Counts the rounds between the first and the last poll, and those of them that failed; null where
 * fewer than two polls state them. A restart of the oracles begins their counts at zero again.
 *
 * @param polls - Ascending.
 * @example
 *   countRounds([
 *     { consensusRoundsTotal: 10, consensusFailedTotal: 1 },
 *     { consensusRoundsTotal: 30, consensusFailedTotal: 2 },
 *   ]); // { all: 20, failed: 1 }
 */
export function countRounds(
  polls: readonly Poll[],
): { readonly all: number; readonly failed: number } | null {
  const known = polls.flatMap(({ consensusRoundsTotal: all, consensusFailedTotal: failed }) =>
    all === null || failed === null ? [] : [{ all, failed }],
  );
  if (known.length < 2) return null;
  const sum = { all: 0, failed: 0 };
  for (const [index, poll] of known.entries()) {
    const before = known[index - 1];
    if (before === undefined) continue;
    const isRestarted = poll.all < before.all;
    sum.all += isRestarted ? poll.all : poll.all - before.all;
    sum.failed += isRestarted ? poll.failed : Math.max(0, poll.failed - before.failed);
  }
  return sum;
}
