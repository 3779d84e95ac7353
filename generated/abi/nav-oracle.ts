/** Interface of `contracts/lending/NavOracle.sol`; written by `scripts/compile-contracts.ts`. */
export const navOracleAbi = [
  {"inputs":[{"internalType":"contract INavSource","name":"index_","type":"address"},{"internalType":"bytes32","name":"itpId_","type":"bytes32"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"PriceUnavailable","type":"error"},
  {"inputs":[],"name":"currentPrice","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"index","outputs":[{"internalType":"contract INavSource","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"itpId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"price","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const;
