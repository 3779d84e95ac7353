/** Descriptions of contract errors for players. */
const meanings: Readonly<Record<string, string>> = {
  AlreadyJoined: 'This wallet plays in the batch already. Change its bitmap instead.',
  AlreadyProcessed: 'This request was carried out before.',
  BatchNotFound: 'There is no such batch.',
  BatchPaused: 'The batch is paused. Nobody can join or change a bitmap until it runs again.',
  ConfigHashMismatch:
    'The markets of the batch have changed. Reload the page and build the bitmap again.',
  EmptyCommitment: 'The bitmap is empty.',
  ERC20InsufficientAllowance:
    'The market may not take so much USDC of this wallet. Approve it first.',
  ERC20InsufficientBalance: 'The wallet has too little USDC. The faucet gives some.',
  ExitNotReached: 'The wallet leaves after its last tick. Withdraw when that has ended.',
  ExitPending: 'The wallet is leaving the batch already.',
  InsolventPayout: 'The contract does not hold enough to pay this.',
  InsufficientBalance: 'The wallet has too little balance inside the market.',
  InsufficientDeposit: 'The wallet has too little USDC for this deposit. The faucet gives some.',
  InvalidBLSSignature: 'The oracles’ signature is not valid any more. Read the claim again.',
  InvalidTickRange: 'These ticks cannot be claimed together. Read the claim again.',
  NotJoined: 'This wallet does not play in the batch.',
  StakeBelowMinimum: 'The stake for each tick is below the minimum of 0.1 USDC.',
  TickAlreadyClaimed: 'The winnings of these ticks were claimed before.',
  TickLocked: 'The tick is about to end and takes no changes. Try again in the next one.',
  TransferFailed: 'The transfer of USDC failed.',
  Unauthorized: 'This wallet may not do that.',
  ZeroAmount: 'The amount is zero.',
};

/** Returns a description of a contract's error by the error's name. */
export function describeRevert(name: string): string {
  return (
    meanings[name] ??
    (name === '' ? 'The contract refused this.' : `The contract refused this: ${name}.`)
  );
}
