// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Share balances of all DTFs: a multi-token ledger (ERC-6909) with id = uint256(itpId).
abstract contract ShareLedger {
    mapping(address owner => mapping(uint256 id => uint256)) public balanceOf;
    mapping(address owner => mapping(address spender => mapping(uint256 id => uint256))) public allowance;
    mapping(address owner => mapping(address operator => bool)) public isOperator;

    event Transfer(
        address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount
    );
    event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount);
    event OperatorSet(address indexed owner, address indexed operator, bool approved);

    error ZeroAddress();
    error InsufficientShares(address owner, uint256 balance, uint256 needed);
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);

    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == 0x0f632fb3 || interfaceId == 0x01ffc9a7;
    }

    function approve(address spender, uint256 id, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender][id] = amount;
        emit Approval(msg.sender, spender, id, amount);
        return true;
    }

    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    function transfer(address receiver, uint256 id, uint256 amount) external returns (bool) {
        _move(msg.sender, receiver, id, amount);
        return true;
    }

    function transferFrom(address sender, address receiver, uint256 id, uint256 amount) external returns (bool) {
        if (msg.sender != sender && !isOperator[sender][msg.sender]) {
            uint256 allowed = allowance[sender][msg.sender][id];
            if (allowed != type(uint256).max) {
                if (allowed < amount) revert InsufficientAllowance(msg.sender, allowed, amount);
                unchecked {
                    allowance[sender][msg.sender][id] = allowed - amount;
                }
            }
        }
        _move(sender, receiver, id, amount);
        return true;
    }

    function _issue(address receiver, uint256 id, uint256 amount) internal {
        balanceOf[receiver][id] += amount;
        emit Transfer(msg.sender, address(0), receiver, id, amount);
    }

    function _retire(address sender, uint256 id, uint256 amount) internal {
        _take(sender, id, amount);
        emit Transfer(msg.sender, sender, address(0), id, amount);
    }

    function _move(address sender, address receiver, uint256 id, uint256 amount) private {
        if (receiver == address(0)) revert ZeroAddress();
        _take(sender, id, amount);
        balanceOf[receiver][id] += amount;
        emit Transfer(msg.sender, sender, receiver, id, amount);
    }

    function _take(address sender, uint256 id, uint256 amount) private {
        uint256 balance = balanceOf[sender][id];
        if (balance < amount) revert InsufficientShares(sender, balance, amount);
        unchecked {
            balanceOf[sender][id] = balance - amount;
        }
    }
}
