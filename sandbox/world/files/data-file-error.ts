/** A file of `DATA_DIR` that cannot be used; the message names file, line and reason. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  /** Name of the file, without its folder. */
  readonly file: string;
  /** Line from 1, the header's; `null` when the whole file is meant. */
  readonly line: number | null;

  constructor(
    reason: string,
    {
      file,
      line,
      cause,
    }: {
      readonly file: string;
      readonly line: number | null;
      readonly cause?: unknown;
    },
  ) {
    super(`${file}${line === null ? '' : ` line ${line}`}: ${reason}`, { cause });
    this.file = file;
    this.line = line;
  }
}
