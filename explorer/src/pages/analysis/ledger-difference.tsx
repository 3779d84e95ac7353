import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatSignedUsd, formatWei } from '../../lib/format.ts';
import { readFundShares, sumAmounts } from '../portfolio/fund-shares.ts';
import { describeSeizures, readLiquidations } from '../portfolio/liquidations.ts';

const ledgerDifference = graphql(`
  fragment LedgerDifference on Portfolio {
    ...LoanMoves
    ...FundShares
  }
`);

/**
 * Says what the lots of a ledger have that liquidators took, and what of those funds is left; nothing
 * without a liquidation.
 */
export function LedgerDifference(props: {
  readonly portfolio: FragmentType<typeof ledgerDifference>;
  /** Unrealized gain of all lots, USD. */
  readonly unrealizedUsd: number;
}) {
  const portfolio = readFragment(ledgerDifference, props.portfolio);
  const { seizures } = readLiquidations(portfolio);
  if (seizures.length === 0) return null;
  const funds = readFundShares(portfolio);
  const seized = new Map(seizures.map(({ dtf }) => [dtf.id, dtf.symbol ?? 'shares']));
  const held = [...seized].map(([id, symbol]) => {
    const fund = funds?.find(({ key }) => key === id);
    const shares = (fund?.inWallet.shares ?? 0n) + (fund?.pledged.shares ?? 0n);
    return formatWei(String(shares), symbol, 3);
  });
  const gainUsd = funds === null ? null : sumAmounts(funds).gainUsd;
  return (
    <p className="small measure" role="note">
      <strong>Includes {describeSeizures(seizures)}, which liquidators took:</strong> the ledger
      only records trades.
      {funds !== null && ` Held now, including pledged shares: ${held.join(', ')}.`}
      {gainUsd !== null &&
        ` Unrealized gain on all shares held, at average cost: ${formatSignedUsd(gainUsd)}, as the portfolio states it, not ${formatSignedUsd(props.unrealizedUsd)}.`}
    </p>
  );
}
