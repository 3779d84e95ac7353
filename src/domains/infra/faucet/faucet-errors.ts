/** The payment cannot be made: the chain is unreachable, not the configured one, or rejects it. */
export class FaucetChainError extends Error {
  override readonly name = 'FaucetChainError';
}

/** The wallet's balance does not cover the payment and its fee. */
export class FundsError extends Error {
  override readonly name = 'FundsError';
}

/** It is not known whether the payment was sent, or it has no receipt in time. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
}
