import { type Hex, zeroAddress } from 'viem';
import { visionAbi } from '../../../generated/abi/vision.ts';
import type { BatchConfig } from '../../oracle/markets/batch-config.ts';
import { openBatchConfigFile } from '../../oracle/markets/batch-config-file.ts';
import type { ChainMirror } from '../chain/chain-mirror.ts';
import { readContracts } from '../chain/read-contracts.ts';

/** The batches of the prediction market, as far as the data node knows them: which markets they have. */
export type BatchConfigs = {
  /** The config behind a hash; undefined when it was never stored. */
  readonly findConfig: (hash: Hex) => Promise<BatchConfig | undefined>;
  /**
   * The hash that a batch carries on the chain; undefined where there is no such batch.
   *
   * @throws {RpcError} the chain does not respond.
   */
  readonly findHash: (batchId: number) => Promise<Hex | undefined>;
};

/** @param options.configFile - Where the creator of the batches leaves their configs. */
export function createBatchConfigs(options: {
  readonly mirror: Pick<ChainMirror, 'rpc' | 'contractAddresses'>;
  readonly configFile: string;
}): BatchConfigs {
  const { mirror, configFile } = options;
  return {
    // Configs are few and small, and may be added at any time.
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
