"""What a player calls of the contracts, and their errors. Generated from `generated/abi/` by `npm run generate`."""

from typing import Dict, List

FUNCTIONS: Dict[str, str] = {
    "claimRewards": "claimRewards(uint256,uint256,uint256,uint256,bytes,uint256,uint256)",
    "joinBatch": "joinBatch(uint256,bytes32,uint256,uint256,bytes32)",
    "updateBitmap": "updateBitmap(uint256,bytes32,bytes32)",
    "withdraw": "withdraw(uint256,uint256,bytes,uint256,uint256)",
    "allowance": "allowance(address,address)",
    "approve": "approve(address,uint256)",
}

ERRORS: List[str] = [
    "AlreadyJoined()",
    "AlreadyProcessed()",
    "BatchAlreadyExists()",
    "BatchNotFound()",
    "BatchNotPaused()",
    "BatchPaused()",
    "BotAlreadyRegistered()",
    "BotNotRegistered()",
    "ConfigHashMismatch()",
    "EmptyCommitment()",
    "ExitNotReached()",
    "ExitPending()",
    "InsolventPayout()",
    "InsufficientBalance()",
    "InsufficientDeposit()",
    "InvalidBLSSignature()",
    "InvalidLockOffset()",
    "InvalidTickDuration()",
    "InvalidTickRange()",
    "NotJoined()",
    "StakeBelowMinimum()",
    "TickAlreadyClaimed()",
    "TickLocked()",
    "TransferFailed()",
    "Unauthorized()",
    "ZeroAddress()",
    "ZeroAmount()",
    "ERC20InsufficientAllowance(address,uint256,uint256)",
    "ERC20InsufficientBalance(address,uint256,uint256)",
    "ERC20InvalidReceiver(address)",
    "ERC20InvalidSpender(address)",
]
