// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc20} from "./Erc20.sol";

/// @title USDC of the L3 chain: 18 decimals, not 6 (spec: Faucet, step 3).
contract Usdc18 is Erc20 {
    constructor() Erc20("USD Coin", "USDC", 18) {}
}
