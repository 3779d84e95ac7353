import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFileError } from './data-file-error.ts';
import { readCsv } from './read-csv.ts';

const largestFile = 512 * 1024 * 1024;

/** A row of a CSV file: its fields by column name, and a function that throws an error for it. */
export type TableRow<Column extends string> = {
  readonly get: (column: Column) => string;
  readonly fail: (reason: string) => DataFileError;
  /** Line of the file, from 1. */
  readonly line: number;
};

/**
 * Reads a CSV file of the data folder row by row.
 *
 * @param columns - Names that the header must have, in any order and without others.
 * @returns the rows; `null` if the folder has no such file.
 * @throws {DataFileError} the file cannot be read, is not UTF-8, or has another form.
 */
export function readTable<Column extends string>(
  folder: string,
  { file, columns }: { readonly file: string; readonly columns: readonly Column[] },
): Iterable<TableRow<Column>> | null {
  const text = readText(join(folder, file), file);
  return text === null ? null : rowsOf(text, { file, columns });
}

function* rowsOf<Column extends string>(
  text: string,
  { file, columns }: { readonly file: string; readonly columns: readonly Column[] },
): Generator<TableRow<Column>, void> {
  const records = readCsv(text, file);
  const header = records.next();
  const names = header.done === true ? [] : header.value.fields;
  const places = new Map<string, number>(names.map((name, place) => [name, place]));
  // Duplicate columns are an error as well.
  if (names.length !== columns.length || columns.some((column) => !places.has(column))) {
    throw new DataFileError(`the header must be ${columns.join(',')}`, { file, line: 1 });
  }
  for (const { line, fields } of records) {
    yield {
      line,
      get: (column) => fields[places.get(column) ?? -1] ?? '',
      fail: (reason) => new DataFileError(reason, { file, line }),
    };
  }
}

function readText(path: string, file: string): string | null {
  const bytes = readBytes(path, file);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DataFileError('not valid UTF-8', { file, line: firstBrokenLine(bytes), cause });
  }
}

function readBytes(path: string, file: string): Buffer | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return null;
  if (size > largestFile) throw new DataFileError('larger than 512 MB', { file, line: null });
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new DataFileError('cannot be read', { file, line: null, cause });
  }
}

function firstBrokenLine(bytes: Buffer): number {
  let line = 1;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = bytes.indexOf(10, at);
    const stop = end < 0 ? bytes.length : end;
    // Decoding replaces an invalid sequence, so that encoding the text again gives other bytes.
    const slice = bytes.subarray(at, stop);
    if (!Buffer.from(slice.toString('utf8'), 'utf8').equals(slice)) return line;
    at = stop + 1;
  }
  return line;
}
