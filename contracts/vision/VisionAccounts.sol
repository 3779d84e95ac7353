// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VisionBase} from "./VisionBase.sol";

/// @title Internal USDC balances outside of batches, and the registry of bots.
abstract contract VisionAccounts is VisionBase {
    mapping(bytes32 orderId => bool) public isProcessed;
    mapping(address bot => Bot) private _bots;
    /// @dev Every account that has ever registered, once.
    address[] private _botAddresses;

    /// @notice Moves USDC from the wallet into the internal balance.
    function depositBalance(uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        realBalance[msg.sender] += amount;
        _pull(msg.sender, amount);
    }

    /// @notice Moves USDC from the internal balance back to the wallet.
    function withdrawBalance(uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        if (realBalance[msg.sender] < amount) revert InsufficientBalance();
        realBalance[msg.sender] -= amount;
        _pay(msg.sender, amount);
    }

    /// @notice Credits a deposit made on the settlement chain. The sender, a bridge, pays the USDC.
    /// @dev Signed message: CREDIT_BALANCE(account, amount, orderId). An order is credited once.
    function creditBalance(
        address account,
        uint256 amount,
        bytes32 orderId,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        if (account == address(0)) revert ZeroAddress();
        if (amount == 0) revert ZeroAmount();
        if (isProcessed[orderId]) revert AlreadyProcessed();
        _requireQuorum(
            abi.encode(block.chainid, address(this), "CREDIT_BALANCE", account, amount, orderId),
            Proof(blsSignature, referenceNonce, signersBitmask)
        );
        isProcessed[orderId] = true;
        realBalance[account] += amount;
        emit BalanceCredited(account, amount, orderId);
        _pull(msg.sender, amount);
    }

    function balanceOf(address account) external view returns (uint256) {
        return realBalance[account];
    }

    function registerBot(string calldata endpoint, bytes32 pubkeyHash) external {
        Bot storage bot = _bots[msg.sender];
        if (bot.isActive) revert BotAlreadyRegistered();
        if (bot.registeredAt == 0) _botAddresses.push(msg.sender);
        _bots[msg.sender] = Bot(endpoint, pubkeyHash, block.timestamp, true);
        emit BotRegistered(msg.sender, endpoint, pubkeyHash);
    }

    function deregisterBot() external {
        if (!_bots[msg.sender].isActive) revert BotNotRegistered();
        _bots[msg.sender].isActive = false;
        emit BotDeregistered(msg.sender);
    }

    /// @notice Every registered bot, in the order of first registration.
    function getAllActiveBots() external view returns (address[] memory addresses, Bot[] memory bots) {
        uint256 active = 0;
        for (uint256 i = 0; i < _botAddresses.length; i++) {
            if (_bots[_botAddresses[i]].isActive) active++;
        }
        addresses = new address[](active);
        bots = new Bot[](active);
        uint256 next = 0;
        for (uint256 i = 0; i < _botAddresses.length; i++) {
            Bot memory bot = _bots[_botAddresses[i]];
            if (!bot.isActive) continue;
            addresses[next] = _botAddresses[i];
            bots[next++] = bot;
        }
    }
}
