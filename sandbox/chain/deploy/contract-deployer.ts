import { type Address, concatHex, getContractAddress, type Hex } from 'viem';
import type { BlockWriter } from '../block-writer.ts';

const deployGas = 12_000_000;

/**
 * Adds the creation of a contract to the next block and returns its address, which depends only on
 * the sender and its nonce.
 */
export type DeployContract = (creationCode: Hex, constructorArguments?: Hex) => Address;

/** Returns a function that creates contracts from one account. */
export function createContractDeployer(writer: BlockWriter, from: Address): DeployContract {
  return (creationCode, constructorArguments = '0x') => {
    const data = concatHex([creationCode, constructorArguments]);
    const nonce = writer.add({ from, data, gas: deployGas });
    return getContractAddress({ from, nonce: BigInt(nonce) });
  };
}
