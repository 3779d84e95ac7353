/** A backtest request is invalid or has nothing to compute. The message is for the client. */
export class InvalidRunError extends Error {
  override readonly name = 'InvalidRunError';
  /** HTTP status: 404 for an unknown category, otherwise 400. */
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}
