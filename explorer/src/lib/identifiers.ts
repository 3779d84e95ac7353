/** Address of a wallet: 20 bytes in hex, in any case. */
export const addressPattern = /^0x[0-9a-fA-F]{40}$/;

/** Identifier of a fund on the chain: 32 bytes in hex, in any case. */
export const itpIdPattern = /^0x[0-9a-fA-F]{64}$/;
