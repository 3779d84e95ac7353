// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface INavSource {
    function navOf(bytes32 itpId) external view returns (uint256);
}

/// @title Price oracle of a lending market: the price of one DTF share in USDC.
contract NavOracle {
    INavSource public immutable index;
    bytes32 public immutable itpId;

    error PriceUnavailable();

    constructor(INavSource index_, bytes32 itpId_) {
        index = index_;
        itpId = itpId_;
    }

    /// @notice Value of one share unit in USDC units, times 1e36 (both have 18 decimals).
    function currentPrice() public view returns (uint256) {
        uint256 nav = index.navOf(itpId);
        if (nav == 0) revert PriceUnavailable();
        return nav * 1e18;
    }

    /// @notice The price under the function name that Morpho markets use.
    function price() external view returns (uint256) {
        return currentPrice();
    }
}
