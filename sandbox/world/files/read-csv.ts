import { DataFileError } from './data-file-error.ts';

/** One record of a CSV file. */
export type CsvRow = {
  /** Line of the file on which the record starts, from 1. */
  readonly line: number;
  /** Fields of the record, as many as the header has. */
  readonly fields: readonly string[];
};

/**
 * Reads CSV records (RFC 4180). Fields are separated by commas; fields in double quotes may contain
 * commas, line breaks and doubled quotes; lines end in LF or CRLF; the last line may lack its end.
 *
 * @param text - Content of the file, without a byte order mark.
 * @param file - Name of the file for errors.
 * @throws {DataFileError} a quote is misplaced, or a record has more or fewer fields than the
 * first.
 */
export function* readCsv(text: string, file: string): Generator<CsvRow, void> {
  let line = 1;
  let at = 0;
  let width = -1;
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const plain = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    const record = plain.includes('"')
      ? readQuoted(text, { at, line, file })
      : { fields: plain.split(','), next: end + 1, lines: 1 };
    if (width < 0) width = record.fields.length;
    if (record.fields.length !== width) {
      const reason = `expected ${width} fields, found ${record.fields.length}`;
      throw new DataFileError(reason, { file, line });
    }
    yield { line, fields: record.fields };
    line += record.lines;
    at = record.next;
  }
}

type QuotedRecord = {
  readonly fields: readonly string[];
  readonly next: number;
  readonly lines: number;
};

/** A field with or without quotes, then a comma, a line end or the end of the file. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function readQuoted(
  text: string,
  { at, line, file }: { readonly at: number; readonly line: number; readonly file: string },
): QuotedRecord {
  const fields: string[] = [];
  let lines = 1;
  field.lastIndex = at;
  for (;;) {
    const match = field.exec(text);
    if (match === null) throw new DataFileError('a quote is out of place', { file, line });
    const [, quoted, bare, stop] = match;
    fields.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    lines += (quoted?.split('\n').length ?? 1) - 1;
    if (stop !== ',') return { fields, next: field.lastIndex, lines };
  }
}
