// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IErc20} from "../token/IErc20.sol";
import {LendingMath} from "./LendingMath.sol";

interface IShares {
    function transfer(address receiver, uint256 id, uint256 amount) external returns (bool);

    function transferFrom(address sender, address receiver, uint256 id, uint256 amount) external returns (bool);
}

interface IPriceOracle {
    function currentPrice() external view returns (uint256);
}

/// @param itpId The DTF whose shares are the collateral.
/// @param borrowRate Simple interest per year, 18 decimals.
/// @param lltv Liquidation loan-to-value: debt over collateral value up to which a position is
/// safe, 18 decimals.
struct MarketParams {
    IErc20 loanToken;
    IShares collateralToken;
    bytes32 itpId;
    IPriceOracle oracle;
    uint256 borrowRate;
    uint256 lltv;
}

struct Position {
    uint256 supplyShares;
    uint128 borrowShares;
    uint128 collateral;
}

struct Market {
    uint128 totalSupplyAssets;
    uint128 totalSupplyShares;
    uint128 totalBorrowAssets;
    uint128 totalBorrowShares;
    uint128 lastUpdate;
    uint128 fee;
}

/// @title State, events and errors of the lending markets, as in Morpho.
abstract contract LendingBase {
    using LendingMath for uint256;

    /// @notice The account that creates markets.
    address public immutable owner;
    /// @notice Every market, oldest first.
    bytes32[] public marketIds;
    /// @notice The market that lends against a DTF; zero if there is none.
    mapping(bytes32 itpId => bytes32 marketId) public marketOf;
    mapping(bytes32 marketId => mapping(address account => Position)) public position;
    mapping(bytes32 marketId => Market) public market;
    mapping(bytes32 marketId => MarketParams) public idToMarketParams;

    event CreateMarket(bytes32 indexed id, MarketParams marketParams);
    event Supply(
        bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares
    );
    event Withdraw(
        bytes32 indexed id,
        address caller,
        address indexed onBehalf,
        address indexed receiver,
        uint256 assets,
        uint256 shares
    );
    event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets);
    event WithdrawCollateral(
        bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets
    );
    event Borrow(
        bytes32 indexed id,
        address caller,
        address indexed onBehalf,
        address indexed receiver,
        uint256 assets,
        uint256 shares
    );
    event Repay(
        bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares
    );
    event Liquidate(
        bytes32 indexed id,
        address indexed caller,
        address indexed borrower,
        uint256 repaidAssets,
        uint256 repaidShares,
        uint256 seizedAssets,
        uint256 badDebtAssets,
        uint256 badDebtShares
    );
    event AccrueInterest(bytes32 indexed id, uint256 interest);

    error Unauthorized();
    error ZeroAddress();
    error ZeroAmount();
    error InvalidLltv(uint256 lltv);
    error MarketAlreadyCreated(bytes32 id);
    error MarketNotFound(bytes32 id);
    error ExactlyOneOfAssetsAndShares();
    error InsufficientSupply(uint256 shares, uint256 needed);
    error InsufficientLiquidity(uint256 available, uint256 needed);
    error InsufficientCollateral(uint256 debt, uint256 capacity);
    error CollateralTooSmall(uint256 collateral, uint256 needed);
    error RepaymentExceedsDebt(uint256 debtShares, uint256 shares);
    error HealthyPosition(uint256 debt, uint256 capacity);

    constructor() {
        owner = msg.sender;
    }

    function marketCount() external view returns (uint256) {
        return marketIds.length;
    }

    /// @notice Adds the interest since the last update to the totals of debt and supply:
    /// interest = floor(totalBorrowAssets * borrowRate * elapsed / (365 days * 1e18))
    function accrueInterest(bytes32 id) public {
        Market storage state = market[id];
        if (state.lastUpdate == 0) revert MarketNotFound(id);
        uint256 elapsed = block.timestamp - state.lastUpdate;
        if (elapsed == 0) return;
        state.lastUpdate = uint128(block.timestamp);
        uint256 rate = idToMarketParams[id].borrowRate * elapsed;
        uint256 interest = uint256(state.totalBorrowAssets).mulDivDown(rate, 365 days * LendingMath.WAD);
        if (interest == 0) return;
        state.totalBorrowAssets = (state.totalBorrowAssets + interest).toUint128();
        state.totalSupplyAssets = (state.totalSupplyAssets + interest).toUint128();
        emit AccrueInterest(id, interest);
    }

    /// @return debt Debt of the account, with the totals of the last update.
    /// @return capacity Maximum debt: collateral * price / 1e36 * lltv / 1e18, rounded down at each
    /// step.
    function debtAndCapacity(bytes32 id, address account) public view returns (uint256 debt, uint256 capacity) {
        Position storage held = position[id][account];
        Market storage state = market[id];
        MarketParams storage params = idToMarketParams[id];
        if (state.lastUpdate == 0) revert MarketNotFound(id);
        debt = uint256(held.borrowShares).toAssetsUp(state.totalBorrowAssets, state.totalBorrowShares);
        if (held.collateral == 0) return (debt, 0);
        uint256 value = uint256(held.collateral).mulDivDown(params.oracle.currentPrice(), LendingMath.PRICE_SCALE);
        capacity = value.mulDivDown(params.lltv, LendingMath.WAD);
    }

    /// @notice Collateral value that a liquidator gets for each repaid unit, 18 decimals:
    /// min(1.15, 1 / (1 - 0.3 * (1 - lltv)))
    function liquidationIncentive(uint256 lltv) public pure returns (uint256) {
        uint256 kept = LendingMath.WAD - uint256(0.3e18).mulDivDown(LendingMath.WAD - lltv, LendingMath.WAD);
        uint256 incentive = LendingMath.WAD.mulDivDown(LendingMath.WAD, kept);
        return incentive < 1.15e18 ? incentive : 1.15e18;
    }
}
