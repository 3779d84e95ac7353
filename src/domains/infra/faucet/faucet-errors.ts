/** The chain cannot be paid on: unreachable, another chain than configured, or it refuses. */
export class FaucetChainError extends Error {
  override readonly name = 'FaucetChainError';
}

/** The wallet is short. */
export class FundsError extends Error {
  override readonly name = 'FundsError';
}

/** A payment was sent and has no receipt within the time that is waited for one. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
}
