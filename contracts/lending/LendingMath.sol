// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Exact integer arithmetic of the lending markets.
/// @notice debt = ceil(shares * totalAssets / totalShares). The first shares are worth one unit
/// each.
library LendingMath {
    uint256 internal constant WAD = 1e18;
    /// @notice Scale of the price oracle's price.
    uint256 internal constant PRICE_SCALE = 1e36;

    error AmountTooLarge();

    function mulDivDown(uint256 a, uint256 b, uint256 by) internal pure returns (uint256) {
        return (a * b) / by;
    }

    function mulDivUp(uint256 a, uint256 b, uint256 by) internal pure returns (uint256) {
        return (a * b + by - 1) / by;
    }

    function toAssetsUp(uint256 shares, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return totalShares == 0 ? shares : mulDivUp(shares, totalAssets, totalShares);
    }

    function toAssetsDown(uint256 shares, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return totalShares == 0 ? shares : mulDivDown(shares, totalAssets, totalShares);
    }

    function toSharesUp(uint256 assets, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return totalAssets == 0 ? assets : mulDivUp(assets, totalShares, totalAssets);
    }

    function toSharesDown(uint256 assets, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return totalAssets == 0 ? assets : mulDivDown(assets, totalShares, totalAssets);
    }

    function zeroFloorSub(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a - b : 0;
    }

    function toUint128(uint256 value) internal pure returns (uint128) {
        if (value > type(uint128).max) revert AmountTooLarge();
        return uint128(value);
    }
}
