import { keccak256, stringToBytes } from 'viem';
import type { Bytes32 } from '../../lib/units.ts';

/** Returns the id of a source on the chain, by which some oracles name it: keccak-256 of its id. */
export const hashSourceId = (sourceId: string): Bytes32 => keccak256(stringToBytes(sourceId));
