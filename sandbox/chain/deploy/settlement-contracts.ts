import { encodeFunctionData } from 'viem';
import { settlementUsdcAbi } from '../../../generated/abi/settlement-usdc.ts';
import type { Accounts } from '../accounts.ts';
import { contractBytecode } from '../artifacts.ts';
import type { BlockWriter } from '../block-writer.ts';
import { createContractDeployer } from './contract-deployer.ts';

/** Initial USDC of every wallet on the settlement chain, 6 decimals. */
const walletUsdc = 25_000n * 10n ** 6n;

/**
 * Adds the USDC contract and the initial balance of every wallet to the next block of the
 * settlement chain.
 */
export function deploySettlementContracts(
  writer: BlockWriter,
  accounts: Accounts,
): Record<string, string> {
  const usdc = createContractDeployer(
    writer,
    accounts.settlementDeployer,
  )(contractBytecode.settlementUsdc);
  for (const wallet of accounts.wallets) {
    const data = encodeFunctionData({
      abi: settlementUsdcAbi,
      functionName: 'mint',
      args: [wallet, walletUsdc],
    });
    writer.add({ from: accounts.settlementDeployer, to: usdc, data });
  }
  return { SETTLEMENT_USDC: usdc };
}
