/** Interface of `contracts/lending/LendingMath.sol`; written by `scripts/compile-contracts.ts`. */
export const lendingMathAbi = [
  {"inputs":[],"name":"AmountTooLarge","type":"error"},
] as const;
