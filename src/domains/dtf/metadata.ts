import { encodeFunctionData } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import type { LoaderDeps } from '../../context.ts';
import type { Bytes32, Hex } from '../../lib/units.ts';
import { createContractTextReader } from '../contract-text-reader.ts';
import { type OnChainMetadata, parseOnChainMetadata } from '../on-chain-metadata.ts';

/** What the creator of a DTF says of it. Its name is that of the ranking. */
export type DtfMetadata = Omit<OnChainMetadata, 'name'>;

/** Returns the texts without the name; null when there are none. */
function parseDtfMetadata(data: Hex | null): DtfMetadata | null {
  const metadata = parseOnChainMetadata(data);
  if (!metadata) return null;
  const { description, website, video, image } = metadata;
  const isEmpty = (description ?? website ?? video ?? image) === null;
  return isEmpty ? null : { description, website, video, image };
}

/**
 * Creates a reader of what the creators of DTFs say of them in the contract `Index` of the deployment;
 * null for a DTF without texts, and for a contract without them.
 */
export function createDtfMetadataReader(deps: Pick<LoaderDeps, 'requestCache' | 'upstreams'>) {
  const read = createContractTextReader(deps, 'Index');
  return (id: Bytes32) => {
    const call = encodeFunctionData({
      abi: indexAbi,
      functionName: 'getItpMetadata',
      args: [id],
    });
    return read(id, call, parseDtfMetadata);
  };
}
