/**
 * What is opened of a file that a part keeps.
 *
 * @throws {Error} naming the file, why it cannot be opened, and what helps.
 */
export function openStateFile<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const what = `${path} cannot be opened: ${reason}; without it the part begins anew`;
    throw new Error(what, { cause });
  }
}
