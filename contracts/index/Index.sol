// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IErc20} from "../token/IErc20.sol";
import {ShareLedger} from "./ShareLedger.sol";

/// @title Registry of the DTFs, and market in which their shares are minted and redeemed.
/// @notice The id of a DTF is its number, from 1, as bytes32. Quantities per share never change.
/// Shares are minted and redeemed at the NAV that the keeper sets, in USDC with 18 decimals.
/// Redemptions are paid from the contract's reserve, which represents the proceeds of the basket.
contract Index is ShareLedger {
    struct Itp {
        address creator;
        uint64 createdAt;
        uint64 navUpdatedAt;
        uint256 totalSupply;
        uint256 nav;
        string name;
        string symbol;
        address[] assets;
        uint256[] weights;
        uint256[] quantities;
    }

    /// @dev What the creator says of a DTF; each text may be empty.
    struct Texts {
        string description;
        string websiteUrl;
        string videoUrl;
        string imageUrl;
    }

    uint256 public constant MAX_ASSETS = 128;
    /// @notice Fee of a mint or a redemption in basis points of its value: 0.1 %.
    uint256 public constant FEE_BPS = 10;
    uint256 private constant WAD = 1e18;

    IErc20 public immutable usdc;
    /// @notice The account that appoints the keeper and collects the fees.
    address public immutable owner;
    /// @notice The account that sets the NAVs.
    address public keeper;
    uint256 public collectableFees;

    uint256 private _count;
    mapping(bytes32 itpId => Itp) private _itps;
    mapping(bytes32 itpId => Texts) private _texts;

    event ItpCreated(
        bytes32 indexed itpId,
        address indexed creator,
        string name,
        string symbol,
        address[] assets,
        uint256[] weights,
        uint256[] quantities
    );
    event ItpMetadataSet(bytes32 indexed itpId);
    event NavsSet(bytes32[] itpIds, uint256[] navs);
    /// @param total Value of the shares at the NAV. The account paid total + fee.
    event Minted(
        bytes32 indexed itpId,
        address indexed account,
        uint256 shares,
        uint256 pricePerShare,
        uint256 total,
        uint256 fee
    );
    /// @param total Value of the shares at the NAV. The account received total - fee.
    event Redeemed(
        bytes32 indexed itpId,
        address indexed account,
        uint256 shares,
        uint256 pricePerShare,
        uint256 total,
        uint256 fee
    );
    event KeeperSet(address indexed keeper);
    event FeesCollected(address indexed to, uint256 amount);

    error Unauthorized();
    error ItpNotFound(bytes32 itpId);
    error ZeroAmount();
    error EmptyName();
    error InvalidAssetCount(uint256 count);
    error LengthMismatch();
    error DuplicateAsset(address asset);
    error InvalidWeights(uint256 sum);
    error NavNotSet(bytes32 itpId);
    error InsufficientReserve(uint256 reserve, uint256 needed);

    modifier onlyOwner() {
        if (msg.sender != owner) revert Unauthorized();
        _;
    }

    constructor(IErc20 usdc_, address keeper_) {
        if (address(usdc_) == address(0) || keeper_ == address(0)) revert ZeroAddress();
        usdc = usdc_;
        owner = msg.sender;
        keeper = keeper_;
        emit KeeperSet(keeper_);
    }

    /// @notice Registers a DTF. Its shares can be minted after the keeper has set its NAV.
    /// @param weights Fractions of the value at creation, 18 decimals; their sum is exactly 1e18.
    /// @param quantities Units of each asset in one share, 18 decimals.
    function createItp(
        string calldata name,
        string calldata symbol,
        address[] calldata assets,
        uint256[] calldata weights,
        uint256[] calldata quantities
    ) external returns (bytes32 itpId) {
        _checkBasket(name, symbol, assets, weights, quantities);
        itpId = bytes32(++_count);
        Itp storage itp = _itps[itpId];
        itp.creator = msg.sender;
        itp.createdAt = uint64(block.timestamp);
        itp.name = name;
        itp.symbol = symbol;
        itp.assets = assets;
        itp.weights = weights;
        itp.quantities = quantities;
        emit ItpCreated(itpId, msg.sender, name, symbol, assets, weights, quantities);
    }

    /// @notice Sets the displayed texts of a DTF. Only its creator and the owner may call this.
    function setItpMetadata(
        bytes32 itpId,
        string calldata description,
        string calldata websiteUrl,
        string calldata videoUrl,
        string calldata imageUrl
    ) external {
        if (_get(itpId).creator != msg.sender && owner != msg.sender) revert Unauthorized();
        _texts[itpId] = Texts(description, websiteUrl, videoUrl, imageUrl);
        emit ItpMetadataSet(itpId);
    }

    /// @notice Sets the NAV per share (USDC, 18 decimals) of many DTFs at once.
    function setNavs(bytes32[] calldata itpIds, uint256[] calldata navs) external {
        if (msg.sender != keeper) revert Unauthorized();
        if (itpIds.length != navs.length) revert LengthMismatch();
        for (uint256 i = 0; i < itpIds.length; ++i) {
            Itp storage itp = _get(itpIds[i]);
            if (navs[i] == 0) revert ZeroAmount();
            itp.nav = navs[i];
            itp.navUpdatedAt = uint64(block.timestamp);
        }
        emit NavsSet(itpIds, navs);
    }

    /// @notice Mints `shares` at the present NAV. Amounts are rounded in favour of the reserve.
    function mint(bytes32 itpId, uint256 shares) external returns (uint256 paid) {
        (Itp storage itp, uint256 nav) = _priced(itpId, shares);
        uint256 total = _divUp(shares * nav, WAD);
        uint256 fee = _divUp(total * FEE_BPS, 10_000);
        paid = total + fee;
        itp.totalSupply += shares;
        collectableFees += fee;
        _issue(msg.sender, uint256(itpId), shares);
        emit Minted(itpId, msg.sender, shares, nav, total, fee);
        usdc.transferFrom(msg.sender, address(this), paid);
    }

    /// @notice Redeems `shares` at the present NAV. Amounts are rounded in favour of the reserve.
    function redeem(bytes32 itpId, uint256 shares) external returns (uint256 received) {
        (Itp storage itp, uint256 nav) = _priced(itpId, shares);
        uint256 total = (shares * nav) / WAD;
        uint256 fee = _divUp(total * FEE_BPS, 10_000);
        received = total - fee;
        _retire(msg.sender, uint256(itpId), shares);
        itp.totalSupply -= shares;
        uint256 available = reserve();
        if (available < total) revert InsufficientReserve(available, total);
        collectableFees += fee;
        emit Redeemed(itpId, msg.sender, shares, nav, total, fee);
        usdc.transfer(msg.sender, received);
    }

    function setKeeper(address keeper_) external onlyOwner {
        if (keeper_ == address(0)) revert ZeroAddress();
        keeper = keeper_;
        emit KeeperSet(keeper_);
    }

    function collectFees(address to) external onlyOwner returns (uint256 amount) {
        amount = collectableFees;
        if (amount == 0) revert ZeroAmount();
        collectableFees = 0;
        emit FeesCollected(to, amount);
        usdc.transfer(to, amount);
    }

    /// @notice USDC from which redemptions are paid.
    function reserve() public view returns (uint256) {
        return usdc.balanceOf(address(this)) - collectableFees;
    }

    /// @return creator The account that registered the DTF.
    /// @return totalSupply Outstanding shares, 18 decimals.
    /// @return nav USDC per share, 18 decimals; zero until the keeper has set it.
    /// @return assets The assets of the basket.
    /// @return weights Fractions of the value at creation, 18 decimals.
    /// @return inventory Units of each asset in one share, 18 decimals.
    function getITPState(bytes32 itpId)
        external
        view
        returns (
            address creator,
            uint256 totalSupply,
            uint256 nav,
            address[] memory assets,
            uint256[] memory weights,
            uint256[] memory inventory
        )
    {
        Itp storage itp = _get(itpId);
        return (itp.creator, itp.totalSupply, itp.nav, itp.assets, itp.weights, itp.quantities);
    }

    function getItpCount() external view returns (uint256) {
        return _count;
    }

    /// @return name Name of the DTF.
    /// @return symbol Ticker of the DTF.
    /// @return createdAt When it was registered, Unix seconds.
    /// @return navUpdatedAt When the keeper last set its NAV, Unix seconds; zero until then.
    /// @return description What its creator says of it; this and the URLs are empty until they are set.
    /// @return websiteUrl Address of its website.
    /// @return videoUrl Address of a video about it.
    /// @return imageUrl Address of its picture.
    function getItpMetadata(bytes32 itpId)
        external
        view
        returns (
            string memory name,
            string memory symbol,
            uint256 createdAt,
            uint256 navUpdatedAt,
            string memory description,
            string memory websiteUrl,
            string memory videoUrl,
            string memory imageUrl
        )
    {
        Itp storage itp = _get(itpId);
        (name, symbol, createdAt, navUpdatedAt) = (itp.name, itp.symbol, itp.createdAt, itp.navUpdatedAt);
        Texts storage texts = _texts[itpId];
        (description, websiteUrl) = (texts.description, texts.websiteUrl);
        (videoUrl, imageUrl) = (texts.videoUrl, texts.imageUrl);
    }

    function nameOf(bytes32 itpId) external view returns (string memory) {
        return _get(itpId).name;
    }

    function symbolOf(bytes32 itpId) external view returns (string memory) {
        return _get(itpId).symbol;
    }

    function navOf(bytes32 itpId) external view returns (uint256) {
        return _get(itpId).nav;
    }

    function sharesOf(bytes32 itpId, address account) external view returns (uint256) {
        return balanceOf[account][uint256(itpId)];
    }

    function _get(bytes32 itpId) private view returns (Itp storage itp) {
        itp = _itps[itpId];
        if (itp.creator == address(0)) revert ItpNotFound(itpId);
    }

    function _priced(bytes32 itpId, uint256 shares) private view returns (Itp storage itp, uint256 nav) {
        itp = _get(itpId);
        nav = itp.nav;
        if (nav == 0) revert NavNotSet(itpId);
        if (shares == 0) revert ZeroAmount();
    }

    function _checkBasket(
        string calldata name_,
        string calldata symbol_,
        address[] calldata assets,
        uint256[] calldata weights,
        uint256[] calldata quantities
    ) private pure {
        if (bytes(name_).length == 0 || bytes(symbol_).length == 0) revert EmptyName();
        uint256 count = assets.length;
        if (count == 0 || count > MAX_ASSETS) revert InvalidAssetCount(count);
        if (weights.length != count || quantities.length != count) revert LengthMismatch();
        uint256 sum = 0;
        for (uint256 i = 0; i < count; ++i) {
            if (assets[i] == address(0)) revert ZeroAddress();
            if (quantities[i] == 0) revert ZeroAmount();
            for (uint256 j = 0; j < i; ++j) {
                if (assets[j] == assets[i]) revert DuplicateAsset(assets[i]);
            }
            sum += weights[i];
        }
        if (sum != WAD) revert InvalidWeights(sum);
    }

    function _divUp(uint256 value, uint256 by) private pure returns (uint256) {
        return (value + by - 1) / by;
    }
}
