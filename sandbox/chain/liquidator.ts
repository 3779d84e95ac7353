import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, toHex } from 'viem';
import { lendingAbi as abi } from '../../generated/abi/lending.ts';
import type { RpcClient } from './rpc-client.ts';
import { encodeLendingCall } from './seed/encode-lending-call.ts';

/** A wallet with a loan in a market. */
export type Borrower = { readonly marketId: Hex; readonly wallet: Address };

export type LiquidatorOptions = {
  readonly rpc: RpcClient;
  readonly lending: Address;
  readonly account: Address;
  readonly borrowers: readonly Borrower[];
};

const gas = toHex(2_000_000);

/**
 * Liquidates every unsafe position. It seizes half of the collateral, or all of it if the debt is
 * nearly as large as the collateral's value.
 */
export async function liquidateUnsafeLoans(options: LiquidatorOptions): Promise<void> {
  const { rpc, lending, account, borrowers } = options;
  const read = async (data: Hex) =>
    (await rpc.call('eth_call', [{ to: lending, data }, 'latest'])) as Hex;
  for (const { marketId, wallet } of borrowers) {
    const args = [marketId, wallet] as const;
    const [debt, capacity] = decodeFunctionResult({
      abi,
      functionName: 'debtAndCapacity',
      data: await read(encodeFunctionData({ abi, functionName: 'debtAndCapacity', args })),
    });
    if (debt <= capacity) continue;
    const [, , collateral] = decodeFunctionResult({
      abi,
      functionName: 'position',
      data: await read(encodeFunctionData({ abi, functionName: 'position', args })),
    });
    // The borrowing capacity is 77 % of the collateral's value.
    const isHopeless = debt * 77n > capacity * 94n;
    const seized = isHopeless ? collateral : collateral / 2n;
    if (seized === 0n) continue;
    const data = encodeLendingCall.liquidate(marketId, wallet, seized);
    await rpc.call('eth_sendTransaction', [{ from: account, to: lending, data, gas }]);
  }
}
