import { type Address, encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { lendingAbi as abi } from '../../../generated/abi/lending.ts';

/** Encodes calls of the lending contract. Amounts are in wei; `id` is the market's id. */
export const encodeLendingCall = {
  supply: (id: Hex, assets: bigint, account: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'supply', args: [id, assets, account] }),
  supplyCollateral: (id: Hex, shares: bigint, account: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'supplyCollateral', args: [id, shares, account] }),
  borrow: (id: Hex, assets: bigint, receiver: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'borrow', args: [id, assets, receiver] }),
  repay: (id: Hex, assets: bigint, account: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'repay', args: [id, assets, 0n, account] }),
  repayAll: (id: Hex, account: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'repay', args: [id, 0n, maxUint256, account] }),
  withdrawCollateral: (id: Hex, shares: bigint, receiver: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'withdrawCollateral', args: [id, shares, receiver] }),
  liquidate: (id: Hex, borrower: Address, seized: bigint): Hex =>
    encodeFunctionData({ abi, functionName: 'liquidate', args: [id, borrower, seized, 0n] }),
} as const;
