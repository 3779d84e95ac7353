// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc20} from "./Erc20.sol";

/// @title USDC of the settlement chain, with the usual 6 decimals.
contract SettlementUsdc is Erc20 {
    constructor() Erc20("USD Coin", "USDC", 6) {}
}
