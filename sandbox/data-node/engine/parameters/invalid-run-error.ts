/** An invalid backtest request, or one with nothing to compute; the message is for the client. */
export class InvalidRunError extends Error {
  override readonly name = 'InvalidRunError';
  /** The HTTP status that fits: 400, or 404 for an unknown category. */
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}
