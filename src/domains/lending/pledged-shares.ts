import { InvalidInputError } from '../../lib/errors.ts';
import { type Bytes32, parseBytes32, weiToNumber } from '../../lib/units.ts';
import { toLoanFormulaInputs } from './assess-position.ts';
import { healthFactor, loanHealthState } from './loan-formulas.ts';
import type { LendingPosition } from './schema.ts';

/** Shares of a fund that are pledged for a loan. */
export type PledgedShares = { readonly itpId: Bytes32; readonly shares: bigint };

/** Returns the collateral of positions whose market names its fund. */
export const toPledgedShares = (positions: readonly LendingPosition[]): readonly PledgedShares[] =>
  positions.flatMap(({ market, collateral }) => {
    const itpId = parseBytes32(market.itp_id ?? '');
    return itpId ? [{ itpId, shares: BigInt(collateral) }] : [];
  });

/** Places of a growth factor; more would not fit into a double. */
const growthScale = 10 ** 15;

const maxChangePct = 1_000_000;

/**
 * Returns the factor by which a price grows that changes by a percentage.
 *
 * @throws {InvalidInputError} the change is not from -100 % to 1,000,000 %.
 * @example parseGrowth(-30) // 0.7
 */
export function parseGrowth(pricePct: number): number {
  if (!(pricePct >= -100 && pricePct <= maxChangePct)) {
    throw new InvalidInputError(`pricePct must be from -100 to ${maxChangePct}`);
  }
  return 1 + pricePct / 100;
}

/** Returns a loan after its collateral's price grew by a factor, at least 0. */
export function stressLoan({ market, ...position }: LendingPosition, growth: number) {
  const loan = toLoanFormulaInputs({ market, ...position });
  const scaled = BigInt(Math.round(growth * growthScale));
  const stressed = { ...loan, price: (loan.price * scaled) / BigInt(growthScale) };
  const health = healthFactor(stressed);
  const state = loanHealthState(stressed);
  return {
    market: { oracle_price: position.oracle_price, ...market },
    healthFactor: health === null ? null : weiToNumber(health),
    isLiquidatable: state === 'LIQUIDATABLE',
    state,
  };
}
