/** A loan as far as its health needs it. */
export type StatedLoan = {
  readonly healthFactor: number;
  readonly market: {
    readonly rates: { readonly borrowRatePct: number; readonly accruedAt: number };
  };
};

/** Selection of a loan's fields for its health. */
export const statedLoanFields = 'healthFactor market { rates { borrowRatePct accruedAt } }';

/** Returns the interest that is due on a loan now, as a fraction of its debt. */
export const dueFractionOf = ({ market: { rates } }: StatedLoan): number =>
  ((rates.borrowRatePct / 100) * (Date.now() / 1000 - rates.accruedAt)) / (365 * 86_400);

/** Returns the health factor of a loan with the interest that is due, which a liquidation adds first. */
export const healthWithInterest = (loan: StatedLoan): number =>
  loan.healthFactor / (1 + dueFractionOf(loan));
