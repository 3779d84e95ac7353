// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc20} from "./Erc20.sol";

/// @title USDC of the L3 chain: 18 decimals, not 6 (spec: Faucet, step 3).
contract Usdc18 is Erc20 {
    /// @dev Native coins for a new account, enough for ten thousand transactions.
    uint256 private constant GAS_MONEY = 1 ether;

    constructor() Erc20("USD Coin", "USDC", 18) {}

    /// @notice Also sends native coins for gas to accounts that have none, while the contract has
    /// enough.
    function mint(address to, uint256 amount) public override {
        super.mint(to, amount);
        bool isNewcomer = to.balance == 0 && to.code.length == 0;
        if (!isNewcomer || address(this).balance < GAS_MONEY) return;
        (bool sent,) = to.call{value: GAS_MONEY}("");
        // Otherwise a gas estimate could be too low for the payment of native coins.
        require(sent);
    }
}
