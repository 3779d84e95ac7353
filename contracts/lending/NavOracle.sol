// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface INavSource {
    function navOf(bytes32 itpId) external view returns (uint256);
}

/// @title Price of one DTF share in USDC, as a lending market reads it.
contract NavOracle {
    INavSource public immutable index;
    bytes32 public immutable itpId;

    error PriceUnavailable();

    constructor(INavSource index_, bytes32 itpId_) {
        index = index_;
        itpId = itpId_;
    }

    /// @notice USDC units that one share unit is worth, times 1e36 (both have 18 decimals).
    function currentPrice() public view returns (uint256) {
        uint256 nav = index.navOf(itpId);
        if (nav == 0) revert PriceUnavailable();
        return nav * 1e18;
    }

    /// @notice The same under the name that Morpho markets use.
    function price() external view returns (uint256) {
        return currentPrice();
    }
}
