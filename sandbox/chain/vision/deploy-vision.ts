import { encodeAbiParameters, type Hex } from 'viem';
import { createOracleKeySet } from '../../oracle/bls/oracle-keys.ts';
import { contractBytecode } from '../artifacts.ts';
import type { ChainExtension } from '../deploy/chain-extension.ts';
import { populateVision } from './populate-vision.ts';

/**
 * The prediction market: the registry with the sandbox oracles' keys, the Vision contract, the
 * initial batches and the bots.
 */
export const visionExtension: ChainExtension = {
  deploy({ accounts, contracts, deploy }) {
    const { keys, possessions } = createOracleKeySet(1);
    const keyArguments = encodeAbiParameters(
      [{ type: 'bytes[]' }, { type: 'bytes[]' }],
      [keys, possessions],
    );
    const registry = deploy(contractBytecode.oracleRegistry, keyArguments);
    const visionArguments: Hex = encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'address' }],
      [contracts.usdc, registry, accounts.deployer],
    );
    return { OracleRegistry: registry, Vision: deploy(contractBytecode.vision, visionArguments) };
  },
  populate: populateVision,
};
