// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LendingBase, Market, MarketParams, Position} from "./LendingBase.sol";
import {LendingMath} from "./LendingMath.sol";

/// @title Loans of USDC against DTF shares, in isolated markets with Morpho's interface.
/// @notice Every account acts for its own supply, collateral and debt. Any account may supply, add
/// collateral or repay for another.
contract Lending is LendingBase {
    using LendingMath for uint256;

    function createMarket(MarketParams calldata params) external returns (bytes32 id) {
        if (msg.sender != owner) revert Unauthorized();
        if (address(params.loanToken) == address(0)) revert ZeroAddress();
        if (address(params.collateralToken) == address(0)) revert ZeroAddress();
        if (address(params.oracle) == address(0)) revert ZeroAddress();
        if (params.lltv == 0 || params.lltv >= LendingMath.WAD) revert InvalidLltv(params.lltv);
        if (marketOf[params.itpId] != 0) revert MarketAlreadyCreated(marketOf[params.itpId]);
        id = keccak256(abi.encode(params));
        idToMarketParams[id] = params;
        market[id].lastUpdate = uint128(block.timestamp);
        marketOf[params.itpId] = id;
        marketIds.push(id);
        emit CreateMarket(id, params);
    }

    function supply(bytes32 id, uint256 assets, address onBehalf) external returns (uint256 shares) {
        _checkInput(assets, onBehalf);
        accrueInterest(id);
        Market storage state = market[id];
        shares = assets.toSharesDown(state.totalSupplyAssets, state.totalSupplyShares);
        position[id][onBehalf].supplyShares += shares;
        state.totalSupplyAssets = (state.totalSupplyAssets + assets).toUint128();
        state.totalSupplyShares = (state.totalSupplyShares + shares).toUint128();
        emit Supply(id, msg.sender, onBehalf, assets, shares);
        idToMarketParams[id].loanToken.transferFrom(msg.sender, address(this), assets);
    }

    /// @notice Withdraws supplied USDC: an amount of assets, or the value of an amount of shares.
    function withdraw(bytes32 id, uint256 assets, uint256 shares, address receiver)
        external
        returns (uint256, uint256)
    {
        _checkEither(assets, shares);
        if (receiver == address(0)) revert ZeroAddress();
        accrueInterest(id);
        Market storage state = market[id];
        if (assets > 0) shares = assets.toSharesUp(state.totalSupplyAssets, state.totalSupplyShares);
        else assets = shares.toAssetsDown(state.totalSupplyAssets, state.totalSupplyShares);
        uint256 held = position[id][msg.sender].supplyShares;
        if (held < shares) revert InsufficientSupply(held, shares);
        _checkLiquidity(state, assets);
        position[id][msg.sender].supplyShares = held - shares;
        state.totalSupplyAssets -= assets.toUint128();
        state.totalSupplyShares -= shares.toUint128();
        emit Withdraw(id, msg.sender, msg.sender, receiver, assets, shares);
        idToMarketParams[id].loanToken.transfer(receiver, assets);
        return (assets, shares);
    }

    function supplyCollateral(bytes32 id, uint256 assets, address onBehalf) external {
        _checkInput(assets, onBehalf);
        if (market[id].lastUpdate == 0) revert MarketNotFound(id);
        MarketParams storage params = idToMarketParams[id];
        Position storage held = position[id][onBehalf];
        held.collateral = (held.collateral + assets).toUint128();
        emit SupplyCollateral(id, msg.sender, onBehalf, assets);
        params.collateralToken.transferFrom(msg.sender, address(this), uint256(params.itpId), assets);
    }

    function withdrawCollateral(bytes32 id, uint256 assets, address receiver) external {
        _checkInput(assets, receiver);
        accrueInterest(id);
        MarketParams storage params = idToMarketParams[id];
        _takeCollateral(id, msg.sender, assets);
        _checkHealth(id);
        emit WithdrawCollateral(id, msg.sender, msg.sender, receiver, assets);
        params.collateralToken.transfer(receiver, uint256(params.itpId), assets);
    }

    function borrow(bytes32 id, uint256 assets, address receiver) external returns (uint256 shares) {
        _checkInput(assets, receiver);
        accrueInterest(id);
        Market storage state = market[id];
        _checkLiquidity(state, assets);
        shares = assets.toSharesUp(state.totalBorrowAssets, state.totalBorrowShares);
        Position storage held = position[id][msg.sender];
        held.borrowShares = (held.borrowShares + shares).toUint128();
        state.totalBorrowAssets = (state.totalBorrowAssets + assets).toUint128();
        state.totalBorrowShares = (state.totalBorrowShares + shares).toUint128();
        _checkHealth(id);
        emit Borrow(id, msg.sender, msg.sender, receiver, assets, shares);
        idToMarketParams[id].loanToken.transfer(receiver, assets);
    }

    /// @notice Repays an amount of assets, or the debt of an amount of shares. The maximum number
    /// of shares repays the whole debt of the account.
    function repay(bytes32 id, uint256 assets, uint256 shares, address onBehalf)
        external
        returns (uint256, uint256)
    {
        if (onBehalf == address(0)) revert ZeroAddress();
        accrueInterest(id);
        if (shares == type(uint256).max) shares = position[id][onBehalf].borrowShares;
        _checkEither(assets, shares);
        Market storage state = market[id];
        if (assets > 0) shares = assets.toSharesDown(state.totalBorrowAssets, state.totalBorrowShares);
        else assets = shares.toAssetsUp(state.totalBorrowAssets, state.totalBorrowShares);
        _reduceDebt(id, onBehalf, assets, shares);
        emit Repay(id, msg.sender, onBehalf, assets, shares);
        idToMarketParams[id].loanToken.transferFrom(msg.sender, address(this), assets);
        return (assets, shares);
    }

    /// @notice Repays debt of an unsafe position in exchange for collateral. Either the seized
    /// collateral or the repaid shares are given. Debt that remains without collateral is lost to
    /// the suppliers.
    function liquidate(bytes32 id, address borrower, uint256 seizedAssets, uint256 repaidShares)
        external
        returns (uint256, uint256)
    {
        _checkEither(seizedAssets, repaidShares);
        accrueInterest(id);
        MarketParams storage params = idToMarketParams[id];
        uint256 repaidAssets;
        {
            (uint256 debt, uint256 capacity) = debtAndCapacity(id, borrower);
            if (debt <= capacity) revert HealthyPosition(debt, capacity);
            Market storage state = market[id];
            uint256 price = params.oracle.currentPrice();
            uint256 incentive = liquidationIncentive(params.lltv);
            if (seizedAssets > 0) {
                uint256 value = seizedAssets.mulDivUp(price, LendingMath.PRICE_SCALE);
                repaidShares = value.mulDivUp(LendingMath.WAD, incentive).toSharesUp(
                    state.totalBorrowAssets, state.totalBorrowShares
                );
            } else {
                uint256 value = repaidShares.toAssetsDown(state.totalBorrowAssets, state.totalBorrowShares);
                seizedAssets = value.mulDivDown(incentive, LendingMath.WAD).mulDivDown(LendingMath.PRICE_SCALE, price);
            }
            repaidAssets = repaidShares.toAssetsUp(state.totalBorrowAssets, state.totalBorrowShares);
        }
        _reduceDebt(id, borrower, repaidAssets, repaidShares);
        _takeCollateral(id, borrower, seizedAssets);
        (uint256 badDebtAssets, uint256 badDebtShares) = _writeOff(id, borrower);
        emit Liquidate(
            id, msg.sender, borrower, repaidAssets, repaidShares, seizedAssets, badDebtAssets, badDebtShares
        );
        params.collateralToken.transfer(msg.sender, uint256(params.itpId), seizedAssets);
        params.loanToken.transferFrom(msg.sender, address(this), repaidAssets);
        return (seizedAssets, repaidAssets);
    }

    function _reduceDebt(bytes32 id, address account, uint256 assets, uint256 shares) private {
        Position storage held = position[id][account];
        if (held.borrowShares < shares) revert RepaymentExceedsDebt(held.borrowShares, shares);
        Market storage state = market[id];
        held.borrowShares -= uint128(shares);
        state.totalBorrowShares -= uint128(shares);
        // Rounding up may exceed the total by one unit.
        state.totalBorrowAssets = uint128(uint256(state.totalBorrowAssets).zeroFloorSub(assets));
    }

    function _takeCollateral(bytes32 id, address account, uint256 assets) private {
        Position storage held = position[id][account];
        if (held.collateral < assets) revert CollateralTooSmall(held.collateral, assets);
        held.collateral -= uint128(assets);
    }

    function _writeOff(bytes32 id, address borrower) private returns (uint256 assets, uint256 shares) {
        Position storage held = position[id][borrower];
        if (held.collateral != 0 || held.borrowShares == 0) return (0, 0);
        Market storage state = market[id];
        shares = held.borrowShares;
        assets = shares.toAssetsUp(state.totalBorrowAssets, state.totalBorrowShares);
        held.borrowShares = 0;
        state.totalBorrowShares -= uint128(shares);
        state.totalBorrowAssets = uint128(uint256(state.totalBorrowAssets).zeroFloorSub(assets));
        state.totalSupplyAssets = uint128(uint256(state.totalSupplyAssets).zeroFloorSub(assets));
    }

    function _checkHealth(bytes32 id) private view {
        if (position[id][msg.sender].borrowShares == 0) return;
        (uint256 debt, uint256 capacity) = debtAndCapacity(id, msg.sender);
        if (debt > capacity) revert InsufficientCollateral(debt, capacity);
    }

    function _checkLiquidity(Market storage state, uint256 assets) private view {
        uint256 available = uint256(state.totalSupplyAssets).zeroFloorSub(state.totalBorrowAssets);
        if (available < assets) revert InsufficientLiquidity(available, assets);
    }

    function _checkInput(uint256 amount, address account) private pure {
        if (amount == 0) revert ZeroAmount();
        if (account == address(0)) revert ZeroAddress();
    }

    function _checkEither(uint256 assets, uint256 shares) private pure {
        if ((assets == 0) == (shares == 0)) revert ExactlyOneOfAssetsAndShares();
    }
}
