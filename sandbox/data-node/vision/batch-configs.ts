import { type Hex, zeroAddress } from 'viem';
import { visionAbi } from '../../../generated/abi/vision.ts';
import type { BatchConfig } from '../../oracle/markets/batch-config.ts';
import { openBatchConfigFile } from '../../oracle/markets/batch-config-file.ts';
import type { ChainMirror } from '../chain/chain-mirror.ts';
import { readContracts } from '../chain/read-contracts.ts';

/** Finds the configs of the prediction market's batches, which list their markets. */
export type BatchConfigs = {
  /** Returns the config with a hash; undefined if it is not stored. */
  readonly findConfig: (hash: Hex) => Promise<BatchConfig | undefined>;
  /**
   * Returns the config hash of a batch on the chain; undefined if there is no such batch.
   *
   * @throws {RpcError} the chain does not respond.
   */
  readonly findHash: (batchId: number) => Promise<Hex | undefined>;
};

/**
 * Creates the lookup of batch configs.
 *
 * @param options.configFile - File to which the creator of the batches writes their configs.
 */
export function createBatchConfigs(options: {
  readonly mirror: Pick<ChainMirror, 'rpc' | 'contractAddresses'>;
  readonly configFile: string;
}): BatchConfigs {
  const { mirror, configFile } = options;
  return {
    // The file is read at each lookup, because it is small and configs may be added at any time.
    findConfig: async (hash) => (await openBatchConfigFile(configFile)).find(hash),
    async findHash(batchId) {
      const { Vision: address, MULTICALL3 } = mirror.contractAddresses();
      if (address === undefined) return undefined;
      const args = [BigInt(batchId)];
      const read = { address, abi: visionAbi, functionName: 'getBatch', args };
      const [batch] = await readContracts(mirror.rpc, MULTICALL3, [read]);
      const { creator, configHash } = (batch ?? {}) as { creator?: Hex; configHash?: Hex };
      return creator === undefined || creator === zeroAddress ? undefined : configHash;
    },
  };
}
