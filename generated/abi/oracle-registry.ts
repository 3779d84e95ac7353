/** Interface of `contracts/vision/OracleRegistry.sol`; written by `scripts/compile-contracts.ts`. */
export const oracleRegistryAbi = [
  {"inputs":[{"internalType":"bytes[]","name":"keys","type":"bytes[]"},{"internalType":"bytes[]","name":"possessions","type":"bytes[]"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"InvalidBLSSignature","type":"error"},
  {"inputs":[],"name":"InvalidOracleSet","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint256","name":"nonce","type":"uint256"},{"indexed":false,"internalType":"bytes[]","name":"keys","type":"bytes[]"}],"name":"OracleSetChanged","type":"event"},
  {"inputs":[],"name":"MAX_ORACLES","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"message","type":"bytes32"},{"internalType":"bytes","name":"blsSignature","type":"bytes"},{"internalType":"uint256","name":"referenceNonce","type":"uint256"},{"internalType":"uint256","name":"signersBitmask","type":"uint256"}],"name":"isQuorum","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"lastSnapshotNonce","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"oracleKeys","outputs":[{"internalType":"bytes[]","name":"","type":"bytes[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"quorum","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes[]","name":"keys","type":"bytes[]"},{"internalType":"bytes[]","name":"possessions","type":"bytes[]"},{"internalType":"bytes","name":"blsSignature","type":"bytes"},{"internalType":"uint256","name":"referenceNonce","type":"uint256"},{"internalType":"uint256","name":"signersBitmask","type":"uint256"}],"name":"rotate","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const;
