import type { Address, Hex } from 'viem';
import type { FundsPlan } from '../../world/plan-funds.ts';
import type { Accounts } from '../accounts.ts';
import type { BlockTransaction } from '../block-writer.ts';
import type { L3Deployment } from '../deploy/l3-contracts.ts';
import { encodeLendingCall } from './encode-lending-call.ts';
import { encodeTradeCall, findFundItpId, findWalletAddress } from './fund-seed-steps.ts';
import type { PlannedLoan, PlannedLoanEvent } from './plan-loans.ts';
import { computeMaxMintCost, type SeedStep, type UsdcSpending } from './seed-step.ts';

/** Inputs of the loan steps. */
export type LoanStepsInput = {
  readonly plan: FundsPlan;
  readonly accounts: Accounts;
  readonly deployment: L3Deployment;
};

type Actors = {
  readonly borrower: Address;
  readonly lender: Address;
  readonly liquidator: Address;
  readonly index: Address;
  readonly lending: Address;
  readonly itpId: Hex;
  readonly marketId: Hex;
};

type Action = {
  readonly transactions: readonly BlockTransaction[];
  readonly spends?: readonly UsdcSpending[];
};

/**
 * Returns the events of all loans as transactions of the borrowers, the lender and the liquidator.
 */
export function planLoanSeedSteps(
  loans: readonly PlannedLoan[],
  input: LoanStepsInput,
): readonly SeedStep[] {
  return loans.flatMap((loan) => {
    const actors = actorsOf(loan, input);
    return loan.events.map((event) => ({
      time: event.time,
      price: { fund: loan.fund, nav: event.nav },
      ...actionOf(event, actors),
    }));
  });
}

function actorsOf(loan: PlannedLoan, { plan, accounts, deployment }: LoanStepsInput): Actors {
  const market = deployment.markets[loan.fund];
  if (market === undefined) throw new RangeError(`there is no market for fund ${loan.fund}`);
  const { lender, liquidator, wallets } = accounts;
  const { index, lending } = deployment.contracts;
  const borrower = findWalletAddress(wallets, loan.wallet);
  const itpId = findFundItpId(plan, loan.fund);
  return { borrower, lender, liquidator, index, lending, itpId, marketId: market.id };
}

function actionOf(event: PlannedLoanEvent, actors: Actors): Action {
  const { borrower, liquidator, lending: to, marketId } = actors;
  switch (event.kind) {
    case 'open':
      return opening(event, actors);
    case 'repay': {
      const data = encodeLendingCall.repay(marketId, event.amount, borrower);
      const spends = [{ account: borrower, amount: event.amount }];
      return { transactions: [{ from: borrower, to, data }], spends };
    }
    case 'withdraw': {
      const data = encodeLendingCall.withdrawCollateral(marketId, event.collateral, borrower);
      return { transactions: [{ from: borrower, to, data }] };
    }
    case 'close': {
      const repay = encodeLendingCall.repayAll(marketId, borrower);
      const withdraw = encodeLendingCall.withdrawCollateral(marketId, event.collateral, borrower);
      const transactions = [repay, withdraw].map((data) => ({ from: borrower, to, data }));
      return { transactions, spends: [{ account: borrower, amount: event.owedAtMost }] };
    }
    case 'liquidate': {
      const data = encodeLendingCall.liquidate(marketId, borrower, event.seized);
      const spends = [{ account: liquidator, amount: computeMaxMintCost(event.seized, event.nav) }];
      return { transactions: [{ from: liquidator, to, data }], spends };
    }
  }
}

/**
 * Returns the transactions that open a loan: the lender supplies twice the loan, and the borrower
 * buys the shares that it pledges.
 */
function opening(event: PlannedLoanEvent & { readonly kind: 'open' }, actors: Actors): Action {
  const { borrower, lender, index, lending, itpId, marketId } = actors;
  const { collateral, borrowed, nav } = event;
  const offered = borrowed * 2n;
  const supply = encodeLendingCall.supply(marketId, offered, lender);
  const pledge = encodeLendingCall.supplyCollateral(marketId, collateral, borrower);
  const borrow = encodeLendingCall.borrow(marketId, borrowed, borrower);
  return {
    transactions: [
      { from: lender, to: lending, data: supply, first: true },
      { from: borrower, to: index, data: encodeTradeCall('mint', itpId, collateral) },
      { from: borrower, to: lending, data: pledge },
      { from: borrower, to: lending, data: borrow },
    ],
    spends: [
      { account: borrower, amount: computeMaxMintCost(collateral, nav) },
      { account: lender, amount: offered },
    ],
  };
}
