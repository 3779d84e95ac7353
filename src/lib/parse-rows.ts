import { z } from 'zod';

/** A row of an upstream's list that could not be read: the list's name and the invalid field. */
export type DroppedRow = { readonly resource: string; readonly reason: string };

/** The rows that the running `collectDroppedRows` has collected; parsing never awaits. */
let collected: DroppedRow[] | undefined;

/** Records, for the running `collectDroppedRows`, that a row of a list is not served. */
export function reportDroppedRow(resource: string, reason: string): void {
  collected?.push({ resource, reason });
}

/** Runs a synchronous parser, and returns its result with the rows that it dropped. */
export function collectDroppedRows<T>(parse: () => T): {
  readonly result: T;
  readonly dropped: readonly DroppedRow[];
} {
  const outer = collected;
  const dropped: DroppedRow[] = [];
  collected = dropped;
  try {
    return { result: parse(), dropped };
  } finally {
    collected = outer;
  }
}

/** Runs a parser, and keeps its reports only if it returns a value. */
function tryParse<T>(parse: () => T | null): T | null {
  const { result, dropped } = collectDroppedRows(parse);
  if (result !== null) for (const row of dropped) collected?.push(row);
  return result;
}

/**
 * Schema of a list that drops the rows which `row` rejects, and reports them
 * (`collectDroppedRows`). It rejects a list of which no row is valid, unless the list is empty.
 *
 * @param resource - Name of the list in the metric of dropped rows.
 * @param keyOf - Identifies a row; of several rows with one key the first one is used.
 */
export function createRowListSchema<S extends z.ZodType>(
  resource: string,
  row: S,
  keyOf?: (row: z.output<S>) => string | number,
) {
  const list = z.array(row);
  const parseEach = (sent: unknown): z.output<S>[] | null => {
    if (!Array.isArray(sent)) return null;
    const valid: z.output<S>[] = [];
    for (const one of sent) {
      let reason = '';
      const parsed = tryParse(() => {
        const { success, data, error } = row.safeParse(one);
        if (!success) reason = String(error.issues[0]?.path[0] ?? 'shape');
        return success ? { data } : null;
      });
      if (parsed === null) reportDroppedRow(resource, reason);
      else valid.push(parsed.data);
    }
    return valid.length === 0 ? null : valid;
  };
  return z.unknown().transform((sent, issues): z.output<S>[] => {
    // Most lists are valid as a whole, which takes much less time to find out.
    const rows =
      tryParse(() => list.safeParse(sent).data ?? null) ?? tryParse(() => parseEach(sent));
    if (rows === null) issues.addIssue('no list with a valid row');
    else return keyOf ? dropDuplicateRows(resource, rows, keyOf) : rows;
    return z.NEVER;
  });
}

/** Returns the rows without later ones of the same key, which are reported as dropped. */
export function dropDuplicateRows<T>(
  resource: string,
  rows: readonly T[],
  keyOf: (row: T) => string | number,
): T[] {
  const isFirst = createFirstOfKeyTest(keyOf);
  return rows.filter((row) => {
    if (isFirst(row)) return true;
    reportDroppedRow(resource, 'duplicate');
    return false;
  });
}

const rowsPerStep = 1000;

/** Like `dropDuplicateRows`, in steps for `runYielding`. @param onDuplicate - Called for each row dropped. */
export function* dropDuplicatesInSteps<T>(
  rows: readonly T[],
  keyOf: (row: T) => string | number,
  onDuplicate: () => void,
): Generator<undefined, T[]> {
  const isFirst = createFirstOfKeyTest(keyOf);
  const kept: T[] = [];
  for (const [at, row] of rows.entries()) {
    if (isFirst(row)) kept.push(row);
    else onDuplicate();
    if (at % rowsPerStep === rowsPerStep - 1) yield;
  }
  return kept;
}

/** Returns a function that tells whether no row with the key of a row was given to it before. */
function createFirstOfKeyTest<T>(keyOf: (row: T) => string | number): (row: T) => boolean {
  const seen = new Set<string | number>();
  return (row) => seen.size < seen.add(keyOf(row)).size;
}
