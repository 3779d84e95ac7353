import { encodeFunctionData } from 'viem';
import { visionAbi } from '../../../generated/abi/vision.ts';
import type { LoaderDeps } from '../../context.ts';
import type { Address, Hex } from '../../lib/units.ts';
import { createContractTextReader } from '../contract-text-reader.ts';
import {
  type OnChainMetadata,
  parseOnChainMetadata,
  parseOnChainText,
} from '../on-chain-metadata.ts';

/** Returns the texts; null when there are none. */
function parseBatchMetadata(data: Hex | null): OnChainMetadata | null {
  const metadata = parseOnChainMetadata(data);
  const isEmpty = !metadata || Object.values(metadata).every((text) => text === null);
  return isEmpty ? null : metadata;
}

/**
 * Creates a reader of what the creators of batches say of them and of themselves in the contract
 * `Vision` of the deployment; null where nothing is said, and for a contract without texts.
 */
export function createBatchMetadataReader(deps: Pick<LoaderDeps, 'requestCache' | 'upstreams'>) {
  const read = createContractTextReader(deps, 'Vision');
  return {
    metadata: (batchId: number) => {
      const args = [BigInt(batchId)] as const;
      const functionName = 'getBatchMetadata' as const;
      const call = encodeFunctionData({ abi: visionAbi, functionName, args });
      return read(batchId, call, parseBatchMetadata);
    },
    creatorName: (creator: Address) => {
      const args = [creator] as const;
      const functionName = 'getDeployerName' as const;
      const call = encodeFunctionData({ abi: visionAbi, functionName, args });
      return read(creator, call, parseOnChainText);
    },
  };
}
