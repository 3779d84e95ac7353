import type { Hex } from 'viem';
import index from './artifacts/Index.json' with { type: 'json' };
import lending from './artifacts/Lending.json' with { type: 'json' };
import multicall3 from './artifacts/Multicall3.json' with { type: 'json' };
import navOracle from './artifacts/NavOracle.json' with { type: 'json' };
import oracleRegistry from './artifacts/OracleRegistry.json' with { type: 'json' };
import settlementUsdc from './artifacts/SettlementUsdc.json' with { type: 'json' };
import usdc18 from './artifacts/Usdc18.json' with { type: 'json' };
import vision from './artifacts/Vision.json' with { type: 'json' };

/** Creation code of the contracts, without constructor arguments. */
export const contractBytecode = {
  index: parseBytecode(index),
  lending: parseBytecode(lending),
  multicall3: parseBytecode(multicall3),
  navOracle: parseBytecode(navOracle),
  oracleRegistry: parseBytecode(oracleRegistry),
  settlementUsdc: parseBytecode(settlementUsdc),
  usdc18: parseBytecode(usdc18),
  vision: parseBytecode(vision),
} as const;

/**
 * Reads the creation code of an artifact file.
 *
 * @throws {Error} the code is not 0x-prefixed hex.
 */
export function parseBytecode(artifact: { readonly bytecode: string }): Hex {
  if (!/^0x([0-9a-f]{2})+$/.test(artifact.bytecode)) throw new Error('an artifact has no bytecode');
  return artifact.bytecode as Hex;
}
