import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

/** A wallet that nobody has heard of. */
export const randomAddress = (): Address => privateKeyToAddress(generatePrivateKey());
