/** A file of `DATA_DIR` is invalid. The message has the file, the line and the reason. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  /** Name of the file without its folder. */
  readonly file: string;
  /** Line of the file, where the header is line 1; `null` if the error concerns the whole file. */
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
