// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IErc20} from "../token/IErc20.sol";
import {OracleRegistry} from "./OracleRegistry.sol";
import {VisionAccounts} from "./VisionAccounts.sol";
import {VisionBase} from "./VisionBase.sol";
import {VisionPayouts} from "./VisionPayouts.sol";

/// @title The sealed parimutuel prediction market (generation B of its interface).
/// @notice Ticks are played off-chain. The chain has the money and the commitments, and a quorum of
/// two thirds of the oracles signs the results (BLS). USDC has 18 decimals; the protocol takes 0.05
/// % of profits.
contract Vision is VisionPayouts, VisionAccounts {
    constructor(IErc20 usdc, OracleRegistry registry, address feeCollector_)
        VisionBase(usdc, registry, feeCollector_)
    {}
}
